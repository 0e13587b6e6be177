import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, succeeded } from './maintenance-bench.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const git = (...argv: string[]) =>
  execFileSync('git', argv, { cwd: bench.base, env: bench.environment, encoding: 'utf8' });

describe('dev.code.loc_count', () => {
  it('counts by language, and in a repository not what is ignored', async () => {
    bench.write('src/a.ts', '// one\nconst a = 1;\n\n/* two\n three */\nconst b = 2; // code\n');
    bench.write('src/中文 文件.py', '# c\n\nx = 1\n');
    bench.write('dist/big.js', 'x\n'.repeat(1000));
    bench.write('binary.ts', Buffer.from([0, 1, 2]));
    const plain = succeeded(await bench.run('dev.code.loc_count'));
    expect(plain.languages).toEqual([
      { language: 'TypeScript', files: 1, code: 2, comments: 3, blank: 1 },
      { language: 'Python', files: 1, code: 1, comments: 1, blank: 1 },
    ]);
    expect(plain).toMatchObject({ files_not_read: 1, ignored_files_left_out: false, truncated: false });
    git('init', '-q');
    bench.write('.gitignore', 'src/a.ts\n');
    const { languages, total } = succeeded(await bench.run('dev.code.loc_count', { limit: 1 }));
    expect(languages).toHaveLength(1);
    expect(total.files).toBe(2);
    expect((await bench.run('dev.code.loc_count', { directory: 'none' })).message).toContain('does not exist');
  });
});

describe('dev.code.todo_find', () => {
  it('finds marks in comments, not in names or strings', async () => {
    bench.write('a.ts', "const TODO_LIST = 'TODO: not this';\n// TODO(li): fix the login\nx(); /* FIXME later */\n");
    bench.write('b.py', '# 待办：检查权限\nprint("FIXME")  # HACK\n');
    bench.write('c.css', '/*\n XXX inside a block\n*/\n.todo { }\n');
    bench.write('d.md', 'TODO in prose\n');
    const found = succeeded(await bench.run('dev.code.todo_find'));
    expect(found.comments).toEqual([
      { file: 'a.ts', line: 2, mark: 'TODO', who: 'li', text: 'fix the login' },
      { file: 'a.ts', line: 3, mark: 'FIXME', who: null, text: 'later' },
      { file: 'b.py', line: 1, mark: '待办', who: null, text: '检查权限' },
      { file: 'b.py', line: 2, mark: 'HACK', who: null, text: '' },
      { file: 'c.css', line: 2, mark: 'XXX', who: null, text: 'inside a block' },
    ]);
    const few = succeeded(await bench.run('dev.code.todo_find', { marks: ['FIXME'], limit: 1 }));
    expect(few).toMatchObject({ total: 1, counts: { FIXME: 1 }, truncated: false });
  });
});

describe('dev.code.symbol_find', () => {
  it('finds definitions in several languages and no uses', async () => {
    bench.write(
      'a.ts',
      'import { handle } from "./b";\nhandle();\nexport async function handle(x: number) {\n}\nexport type handler = () => void;\nclass A {\n  handle(): void {\n  }\n}\n',
    );
    bench.write('b.py', 'async def handle():\n    pass\nhandle = 1\nif handle == 2: pass\n');
    bench.write('c.rs', 'pub(crate) fn handle() {}\nstruct Other;\n');
    bench.write('d.go', 'func (s *Server) handle(w int) {\n}\n');
    bench.write('e.java', 'public final class handle {\n  public static void handle(int a) {\n  }\n}\n');
    bench.write('f.c', 'static int handle(void)\n{\n  return handle(1);\n}\n#define handle 1\n');
    bench.write('g.sh', 'handle() {\n  handle\n}\n');
    bench.write('h.py', 'def 处理():\n    pass\n');
    bench.write(
      'i.js',
      'exports.handle = function handle(a) {\n};\nmodule.exports.handle = 1;\nServer.prototype.handle = () => 1;\nexports.handle == 2;\n',
    );
    const { definitions, total } = succeeded(await bench.run('dev.code.symbol_find', { name: 'handle' }));
    const short = definitions.map(
      (one: { file: string; line: number; kind: string }) => `${one.file}:${one.line} ${one.kind}`,
    );
    expect(short).toEqual([
      'a.ts:3 function',
      'a.ts:7 method',
      'b.py:1 function',
      'b.py:3 variable',
      'c.rs:1 function',
      'd.go:1 function',
      'e.java:1 type',
      'e.java:2 function',
      'f.c:1 function',
      'f.c:5 macro',
      'g.sh:1 function',
      'i.js:1 function',
      'i.js:3 variable',
      'i.js:4 function',
    ]);
    expect(total).toBe(14);
    const wide = succeeded(await bench.run('dev.code.symbol_find', { name: 'handl', match: 'prefix', limit: 3 }));
    expect(wide).toMatchObject({ total: 15, truncated: true });
    expect(succeeded(await bench.run('dev.code.symbol_find', { name: '处理' })).definitions).toHaveLength(1);
    expect(succeeded(await bench.run('dev.code.symbol_find', { name: '(((' }))).toMatchObject({
      total: 0,
      definitions: [],
    });
  });
});

describe('dev.code.secrets_scan', () => {
  it('finds secrets, shows none, and passes over placeholders', async () => {
    // Put together here so that no scanner takes this file for a leak.
    const github = `ghp_${'aB3dE6gH9jK2'.repeat(3)}`;
    const aws = `AKIA${'Q7W3E5R9T1Y2U4I6'}`;
    const password = 'hunter2-9fK';
    bench.write(
      'a.ts',
      `const token = '${github}';\nconst apiKey = "your_api_key_here_123";\nconst password = process.env.PASSWORD1;\n`,
    );
    bench.write(
      'conf/b.yaml',
      `key: ${aws}\nurl: postgres://app:${password}@db/x\nurl2: postgres://app:\${DB_PASS}@db/x\n`,
    );
    bench.write('c.pem', '-----BEGIN RSA PRIVATE KEY-----\nabc\n');
    bench.write('d.py', "CLIENT_SECRET = 'q8Xv2LmN4pRs7TuW'\nkey = 'application/json1'\npassword = 'correct-horse'\n");
    bench.write('.env', 'API_TOKEN=z9Yx8Wv7Ut6S\nPORT=30000000\n');
    const found = succeeded(await bench.run('dev.code.secrets_scan'));
    const short = found.findings.map(
      (one: { file: string; line: number; kind: string }) => `${one.file}:${one.line} ${one.kind}`,
    );
    expect(short.sort()).toEqual([
      '.env:1 assigned_secret',
      'a.ts:1 github_token',
      'c.pem:1 private_key',
      'conf/b.yaml:1 aws_access_key',
      'conf/b.yaml:2 password_in_address',
      'd.py:1 assigned_secret',
    ]);
    const text = JSON.stringify(found);
    for (const secret of [github, aws, password, 'q8Xv2LmN4pRs7TuW', 'z9Yx8Wv7Ut6S'])
      expect(text).not.toContain(secret);
    git('init', '-q');
    bench.write('.gitignore', '.env\n');
    expect(succeeded(await bench.run('dev.code.secrets_scan')).total).toBe(5);
    const all = succeeded(await bench.run('dev.code.secrets_scan', { include_ignored: true, limit: 2 }));
    expect(all).toMatchObject({ total: 6, truncated: true });
    expect(succeeded(await bench.run('dev.code.secrets_scan', { directory: 'home' }))).toMatchObject({
      findings: [],
      total: 0,
    });
  });
});

describe('dev.code.env_example_check', () => {
  it('compares names and tells no values', async () => {
    bench.write('.env.example', 'A=1\nB=\nexport C=x\nD=y\n');
    bench.write('.env', "A=very-secret\nC=\nE=2\nA=3\nLONG='one\nF=no\nend'\n");
    const found = succeeded(await bench.run('dev.code.env_example_check'));
    expect(found).toMatchObject({
      missing: [
        { name: 'B', line: 2 },
        { name: 'D', line: 4 },
      ],
      extra: [
        { name: 'E', line: 3 },
        { name: 'LONG', line: 5 },
      ],
      empty: [{ name: 'C', line: 2 }],
      duplicates: [{ name: 'A', line: 4 }],
      complete: false,
      ignored_by_git: null,
    });
    expect(JSON.stringify(found)).not.toContain('very-secret');
    git('init', '-q');
    git('add', '-f', '.env');
    expect(succeeded(await bench.run('dev.code.env_example_check'))).toMatchObject({
      ignored_by_git: false,
      tracked_by_git: true,
    });
    git('rm', '-q', '--cached', '.env');
    bench.write('.gitignore', '.env\n');
    expect(succeeded(await bench.run('dev.code.env_example_check'))).toMatchObject({
      ignored_by_git: true,
      tracked_by_git: false,
    });
    const absent = succeeded(await bench.run('dev.code.env_example_check', { file: '.env.local' }));
    expect(absent).toMatchObject({ file_exists: false, complete: false });
    expect((await bench.run('dev.code.env_example_check', {}, bench.home)).message).toContain(
      '.env.example does not exist',
    );
    expect(join(bench.base, '.env')).toBe(found.file);
  });
});
