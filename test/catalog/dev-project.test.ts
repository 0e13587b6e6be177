import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCounts, readCoverage } from '../../src/toolbox/dev/test-output.ts';
import { type Bench, openBench, succeeded } from './maintenance-bench.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const git = (...argv: string[]) =>
  execFileSync('git', argv, { cwd: bench.base, env: bench.environment, encoding: 'utf8' });

const NODE_TEST = `
import { test } from 'node:test';
import assert from 'node:assert';
test('adds', () => assert.equal(1 + 1, 2));
test('takes away', { skip: process.env.SKIP }, () => assert.equal(3 - 1, 2));
test('待办', { todo: true }, () => {});
`;

describe('dev.test.run', () => {
  it('runs the script of a Node project, from a directory below', async () => {
    bench.write('app/package.json', '{"scripts": {"test": "node --test"}}');
    bench.write('app/x.test.mjs', NODE_TEST);
    bench.write('app/deep/er/file.txt');
    const ran = succeeded(await bench.run('dev.test.run', { directory: 'app/deep/er' }));
    expect(ran).toMatchObject({
      passed: true,
      command: ['npm', 'run', 'test'],
      exit_code: 0,
      directory: join(bench.base, 'app'),
    });
    expect(ran.counts).toEqual({ passed: 2, failed: 0, skipped: 1 });
    bench.write(
      'app/y.test.mjs',
      "import { test } from 'node:test';\ntest('坏', () => { throw new Error('broken here'); });\n",
    );
    const failed = succeeded(await bench.run('dev.test.run', { directory: 'app', lines: 2000 }));
    expect(failed).toMatchObject({ passed: false, exit_code: 1, counts: { passed: 2, failed: 1 } });
    expect(failed.output).toContain('broken here');
    const filter = await bench.run('dev.test.run', { directory: 'app', filter: 'adds' });
    expect(filter.message).toContain('cannot be handed to the test script');
    bench.write('app/package.json', '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}');
    expect((await bench.run('dev.test.run', { directory: 'app' })).message).toContain('has no tests');
    expect((await bench.run('dev.test.run', { directory: 'home' })).message).toContain('no project found');
  });

  it('runs unittest, pytest where it is, make, and keeps the end of a long output', async () => {
    bench.write('requirements.txt', '');
    bench.write(
      'tests/test_a.py',
      'import unittest\nclass A(unittest.TestCase):\n    def test_one(self): pass\n    def test_two(self): self.assertEqual(1, 2)\n',
    );
    const unittest = succeeded(await bench.run('dev.test.run', { runner: 'unittest' }));
    expect(unittest).toMatchObject({ passed: false, counts: { passed: 1, failed: 1, skipped: 0 } });
    const one = succeeded(await bench.run('dev.test.run', { runner: 'unittest', filter: 'test_one' }));
    expect(one).toMatchObject({ passed: true, counts: { passed: 1 } });
    bench.write('made/Makefile', 'all:\n\t@echo built\ntest:\n\t@seq 1 100000\n');
    const made = succeeded(await bench.run('dev.test.run', { directory: 'made', lines: 10 }));
    expect(made).toMatchObject({
      passed: true,
      counts: null,
      output_truncated: true,
      command: ['make', '--no-print-directory', 'test'],
    });
    expect(made.output.split('\n')).toEqual(Array.from({ length: 10 }, (_, at) => String(99_991 + at)));
  });

  it('runs cargo where it is installed', async () => {
    bench.environment.PATH = `${bench.bin}:/usr/bin:/bin`;
    bench.script(
      'bin/cargo',
      '#!/bin/sh\necho "args: $@"\necho "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s"\necho "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out"\nexit 101\n',
    );
    bench.write('Cargo.toml', '[package]\nname = "x"\n');
    const ran = succeeded(await bench.run('dev.test.run', { filter: 'some name' }));
    expect(ran).toMatchObject({ passed: false, exit_code: 101, counts: { passed: 4, failed: 2, skipped: 1 } });
    expect(ran.output).toContain('args: test --color=never -- some name');
    bench.write('go/go.mod', 'module x\n');
    expect((await bench.run('dev.test.run', { directory: 'go' })).message).toContain('go is not installed');
  });

  it('reads recorded summaries of runners', () => {
    expect(readCounts('===== 1 failed, 12 passed, 2 skipped, 1 error in 3.21s =====\n')).toEqual({
      passed: 12,
      failed: 2,
      skipped: 2,
    });
    expect(readCounts('3 passed in 0.02s\n')).toEqual({ passed: 3, failed: 0, skipped: 0 });
    expect(readCounts(' Test Files  1 failed (1)\n      Tests  1 failed | 4 passed | 2 skipped (7)\n')).toEqual({
      passed: 4,
      failed: 1,
      skipped: 2,
    });
    expect(readCounts('Test Suites: 1 passed, 1 total\nTests:       1 skipped, 5 passed, 6 total\n')).toEqual({
      passed: 5,
      failed: 0,
      skipped: 1,
    });
    expect(readCounts('  7 passing (20ms)\n  1 pending\n  2 failing\n')).toEqual({ passed: 7, failed: 2, skipped: 1 });
    expect(readCounts('all fine\n')).toBeNull();
    expect(readCoverage('Name  Stmts  Miss  Cover\na.py  10  1  90%\nTOTAL    20      3    85%\n')).toBe(85);
    expect(readCoverage('All files          |   91.66 |    83.33 |     100 |   91.66 |\n')).toBe(91.66);
    expect(readCoverage('ok  \tx\t0.1s\tcoverage: 66.7% of statements\n')).toBe(66.7);
    expect(readCoverage('nothing')).toBeNull();
  });
});

describe('dev.test.run_file', () => {
  it('runs one file, or one test in it', async () => {
    bench.write('app/package.json', '{}');
    bench.write('app/-odd 名字.test.mjs', NODE_TEST);
    const all = succeeded(await bench.run('dev.test.run_file', { path: 'app/-odd 名字.test.mjs' }));
    expect(all).toMatchObject({ passed: true, counts: { passed: 2, failed: 0 } });
    const one = succeeded(await bench.run('dev.test.run_file', { path: 'app/-odd 名字.test.mjs', name: 'adds' }));
    expect(one.counts.passed).toBe(1);
    bench.write('test_b.py', 'import unittest\nclass B(unittest.TestCase):\n    def test_x(self): self.fail("因为")\n');
    const python = succeeded(await bench.run('dev.test.run_file', { path: 'test_b.py' }));
    expect(python).toMatchObject({ passed: false, counts: { failed: 1 } });
    expect((await bench.run('dev.test.run_file', { path: 'none.py' })).message).toContain('does not exist');
    bench.write('a.txt');
    expect((await bench.run('dev.test.run_file', { path: 'a.txt' })).message).toContain('no test runner is known');
  });
});

describe('dev.test.coverage', () => {
  it('measures with what the project has', async () => {
    bench.write('app/package.json', '{"type": "module", "scripts": {"test": "node --test"}}');
    bench.write(
      'app/code.mjs',
      'export function used() {\n  return 1;\n}\nexport function unused() {\n  return 2;\n}\n',
    );
    bench.write(
      'app/x.test.mjs',
      "import { test } from 'node:test';\nimport { used } from './code.mjs';\ntest('x', () => { used(); });\n",
    );
    const ran = succeeded(await bench.run('dev.test.coverage', { directory: 'app' }));
    expect(ran).toMatchObject({ passed: true, command: ['node', '--test', '--experimental-test-coverage'] });
    expect(ran.percent).toBeGreaterThan(30);
    expect(ran.percent).toBeLessThan(100);
    bench.write('other/package.json', '{"scripts": {"coverage": "echo \\"All files | 75.5 | 1 |\\""}}');
    expect(succeeded(await bench.run('dev.test.coverage', { directory: 'other' })).percent).toBe(75.5);
    bench.write('bare/package.json', '{}');
    expect((await bench.run('dev.test.coverage', { directory: 'bare' })).message).toContain(
      'no way to measure coverage',
    );
  });
});

describe('dev.build.run', () => {
  it('builds and tells when that fails', async () => {
    bench.write('app/package.json', '{"scripts": {"build": "node build.js"}}');
    bench.write('app/build.js', "require('node:fs').writeFileSync('out.txt', 'made');\n");
    expect(succeeded(await bench.run('dev.build.run', { directory: 'app' }))).toMatchObject({
      succeeded: true,
      command: ['npm', 'run', 'build'],
    });
    expect(readFileSync(join(bench.base, 'app/out.txt'), 'utf8')).toBe('made');
    bench.write('app/build.js', 'throw new Error("cannot build 错");\n');
    const failed = succeeded(await bench.run('dev.build.run', { directory: 'app' }));
    expect(failed.succeeded).toBe(false);
    expect(failed.output).toContain('cannot build 错');
    bench.write('c/Makefile', 'hello: hello.c\n\tcp hello.c hello\n');
    bench.write('c/hello.c', 'x');
    expect(succeeded(await bench.run('dev.build.run', { directory: 'c', builder: 'make' })).succeeded).toBe(true);
    expect(existsSync(join(bench.base, 'c/hello'))).toBe(true);
    expect((await bench.run('dev.build.run', { directory: 'c', builder: 'cargo' })).message).toContain(
      'nothing that cargo could build',
    );
  });
});

describe('dev.build.clean', () => {
  it('removes output that git ignores, never what it tracks', async () => {
    git('init', '-q');
    bench.write('package.json', '{}');
    bench.write('pyproject.toml', '');
    bench.write('.gitignore', '/dist\n/out\n__pycache__\nnode_modules\nhome\nbin\n');
    bench.write('dist/a.js', 'x'.repeat(500));
    bench.write('out/tracked.txt', 'keep');
    bench.write('build/mine.txt', 'not ignored');
    bench.write('src/deep/__pycache__/a.pyc', 'x'.repeat(100));
    bench.write('node_modules/a/dist/x', 'dependency');
    bench.link(bench.home, 'coverage');
    git('add', '-f', 'out/tracked.txt');
    const preview = succeeded(await bench.run('dev.build.clean', { preview: true }));
    expect(preview).toMatchObject({
      targets: [
        { path: 'dist', bytes: 500, deleted: false },
        { path: 'src/deep/__pycache__', bytes: 100, deleted: false },
      ],
      skipped: [
        { path: 'build', reason: 'is not ignored by git' },
        { path: 'out', reason: 'holds files under version control' },
      ],
      bytes: 600,
    });
    expect(existsSync(join(bench.base, 'dist/a.js'))).toBe(true);
    const cleaned = succeeded(await bench.run('dev.build.clean'));
    expect(cleaned.bytes).toBe(600);
    const left = ['dist', 'src/deep/__pycache__', 'out/tracked.txt', 'build/mine.txt', 'node_modules/a/dist/x', 'home'];
    expect(left.map((path) => existsSync(join(bench.base, path)))).toEqual([false, false, true, true, true, true]);
    const dependencies = succeeded(await bench.run('dev.build.clean', { dependencies: true }));
    expect(dependencies.targets).toMatchObject([{ path: 'node_modules', deleted: true }]);
  });
});

describe('dev.lint', () => {
  it('checks and fixes with the scripts of the project', async () => {
    bench.write('app/package.json', '{"scripts": {"lint": "node lint.js", "lint:fix": "node lint.js --fix"}}');
    bench.write(
      'app/lint.js',
      "const fs = require('node:fs');\nif (process.argv[2]) fs.writeFileSync('a.js', 'good');\nif (fs.readFileSync('a.js', 'utf8') !== 'good') { console.log('a.js: bad 不好'); process.exit(1); }\n",
    );
    bench.write('app/a.js', 'bad');
    const found = succeeded(await bench.run('dev.lint.run', { directory: 'app' }));
    expect(found).toMatchObject({ clean: false, command: ['npm', 'run', 'lint'] });
    expect(found.output).toContain('bad 不好');
    expect(readFileSync(join(bench.base, 'app/a.js'), 'utf8')).toBe('bad');
    const fixed = succeeded(await bench.run('dev.lint.fix', { directory: 'app' }));
    expect(fixed).toMatchObject({ clean: true, changed_files: ['a.js'] });
    expect(succeeded(await bench.run('dev.lint.run', { directory: 'app' }))).toMatchObject({ clean: true });
  });

  it('finds the linter by configuration, and says when there is none', async () => {
    bench.write('p/pyproject.toml', '');
    bench.script('bin/ruff', '#!/bin/sh\necho "$@"\n[ "$2" = --fix ] || exit 1\n');
    const ruff = succeeded(await bench.run('dev.lint.run', { directory: 'p' }));
    expect(ruff).toMatchObject({ clean: false, output: 'check --no-fix .' });
    expect(succeeded(await bench.run('dev.lint.fix', { directory: 'p' })).output).toBe('check --fix .');
    bench.write('n/package.json', '{}');
    bench.write('n/eslint.config.js', '');
    bench.script('n/node_modules/.bin/eslint', '#!/bin/sh\necho "eslint $@"\n');
    expect(succeeded(await bench.run('dev.lint.run', { directory: 'n' })).output).toBe('eslint .');
    bench.write('none/package.json', '{}');
    expect((await bench.run('dev.lint.run', { directory: 'none' })).message).toContain('has no linter');
  });
});
