import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readGoModules } from '../../src/toolbox/dev/deps-outdated.ts';
import { readCargoTree, readGoWhy } from '../../src/toolbox/dev/deps-why.ts';
import { type Bench, openBench, succeeded } from './maintenance-bench.ts';
import { openRegistry, type Registry } from './npm-registry.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

describe('an npm project', () => {
  let registry: Registry;
  beforeEach(async () => {
    registry = await openRegistry();
    bench.write('home/.npmrc', `registry=${registry.address}\n`);
    registry.publish({ name: 'inner', version: '1.0.0', manifest: { license: 'GPL-3.0-only' } });
    registry.publish({
      name: 'outer',
      version: '2.0.0',
      manifest: { license: 'MIT', dependencies: { inner: '^1.0.0' } },
    });
    registry.publish({ name: '@s/tool', version: '1.5.0', manifest: { licenses: [{ type: 'MIT' }, { type: 'BSD' }] } });
    bench.write(
      'app/package.json',
      JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { outer: '^2.0.0' } }),
    );
    // Asynchronous: the registry answers from this very process.
    await promisify(execFile)('npm', ['install', '--no-audit'], {
      cwd: join(bench.base, 'app'),
      env: bench.environment,
    });
  });
  afterEach(() => registry.close());

  it('is added to, listed, explained, compared and reduced', async () => {
    const directory = 'app';
    const added = succeeded(
      await bench.run('dev.deps.add', { packages: ['@s/tool@^1.0.0'], directory, development: true }),
    );
    expect(added).toMatchObject({ manager: 'npm', changed_files: ['package.json', 'package-lock.json'] });
    expect(added.dependencies).toMatchObject([{ name: '@s/tool', version: '1.5.0', kind: 'development' }]);
    const { dependencies, projects } = succeeded(await bench.run('dev.deps.list', { directory }));
    expect(projects).toEqual([{ ecosystem: 'node', manifest: 'package.json', manager: 'npm' }]);
    expect(dependencies).toEqual([
      {
        name: 'outer',
        wanted: '^2.0.0',
        version: '2.0.0',
        kind: 'production',
        ecosystem: 'node',
        file: 'package.json',
      },
      {
        name: '@s/tool',
        wanted: '^1.5.0',
        version: '1.5.0',
        kind: 'development',
        ecosystem: 'node',
        file: 'package.json',
      },
    ]);

    const why = succeeded(await bench.run('dev.deps.why', { package: 'inner', directory }));
    expect(why.chains).toEqual([
      [
        { name: 'outer', version: '2.0.0', range: '^2.0.0' },
        { name: 'inner', version: '1.0.0', range: '^1.0.0' },
      ],
    ]);
    expect(succeeded(await bench.run('dev.deps.why', { package: 'absent', directory }))).toMatchObject({
      found: false,
      chains: [],
    });

    const licenses = succeeded(await bench.run('dev.deps.licenses', { directory }));
    expect(licenses.packages).toEqual([
      { name: '@s/tool', version: '1.5.0', license: 'MIT OR BSD', ecosystem: 'node' },
      { name: 'inner', version: '1.0.0', license: 'GPL-3.0-only', ecosystem: 'node' },
      { name: 'outer', version: '2.0.0', license: 'MIT', ecosystem: 'node' },
    ]);
    expect(succeeded(await bench.run('dev.deps.licenses', { directory, contains: 'gpl' })).total).toBe(1);

    registry.publish({ name: 'outer', version: '3.0.0' });
    const outdated = succeeded(await bench.run('dev.deps.outdated', { directory }));
    expect(outdated).toMatchObject({
      manager: 'npm',
      packages: [{ name: 'outer', current: '2.0.0', latest: '3.0.0' }],
    });

    const transitive = await bench.run('dev.deps.remove', { packages: ['inner'], directory });
    expect(transitive.message).toBe('inner is not a direct dependency in package.json');
    const removed = succeeded(await bench.run('dev.deps.remove', { packages: ['outer'], directory }));
    expect(removed.changed_files).toEqual(['package.json', 'package-lock.json']);
    expect(existsSync(join(bench.base, 'app/node_modules/inner'))).toBe(false);
    const unknown = await bench.run('dev.deps.add', { packages: ['no-such-thing'], directory });
    expect(unknown.message).toContain('npm could not add it');
    expect((await bench.run('dev.deps.add', { packages: ['--global'], directory })).evidence).toBeUndefined();
  }, 180_000);
});

describe('other projects', () => {
  it('are read from pyproject.toml, requirements and an environment', async () => {
    bench.write(
      'pyproject.toml',
      '[project]\nname = "x"\ndependencies = [\n  "requests[socks]>=2.31; python_version > \'3.8\'",\n  "Flask_Login", # comment ]\n]\n[project.optional-dependencies]\ndev = ["pytest"]\n[tool.poetry.dependencies]\npython = "^3.9"\nhttpx = {version = "^0.27", extras = ["http2"]}\n',
    );
    bench.write('requirements-dev.txt', '# tools\n-r other.txt\nblack==24.1.0\n');
    execFileSync('python3', ['-m', 'venv', '--without-pip', join(bench.base, '.venv')]);
    const site = `.venv/lib/python${execFileSync('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2], end="")'])}/site-packages`;
    const install = (name: string, version: string, rest: string) =>
      bench.write(
        `${site}/${name}-${version}.dist-info/METADATA`,
        `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n${rest}\nText: not a header\n`,
      );
    install(
      'requests',
      '2.32.0',
      'License: Apache-2.0\nRequires-Dist: urllib3 (<3,>=1.21)\nRequires-Dist: PySocks ; extra == "socks"\n',
    );
    install('urllib3', '2.2.1', 'License-Expression: MIT\n');
    install('flask_login', '0.6.3', 'Classifier: License :: OSI Approved :: BSD License\nRequires-Dist: requests\n');
    const { dependencies } = succeeded(await bench.run('dev.deps.list'));
    const short = dependencies.map((one: { [field: string]: unknown }) => [
      one.name,
      one.wanted,
      one.version,
      one.kind,
    ]);
    expect(short).toEqual([
      ['requests', '>=2.31', '2.32.0', 'production'],
      ['Flask_Login', null, '0.6.3', 'production'],
      ['pytest', null, null, 'optional'],
      ['httpx', '^0.27', null, 'production'],
      ['black', '==24.1.0', null, 'development'],
    ]);
    const why = succeeded(await bench.run('dev.deps.why', { package: 'URLLIB3' }));
    expect(why.chains.map((chain: { name: string }[]) => chain.map(({ name }) => name).join(' > '))).toEqual([
      'requests > urllib3',
      'flask_login > requests > urllib3',
    ]);
    const licenses = succeeded(await bench.run('dev.deps.licenses'));
    expect(licenses.packages.map(({ license }: { license: string }) => license)).toEqual([
      'BSD License',
      'Apache-2.0',
      'MIT',
    ]);
    const add = await bench.run('dev.deps.add', { packages: ['x'] });
    expect(add.message).toMatch(/poetry|has no command/);
  });

  it('are read from Cargo.toml and go.mod, and explained by cargo', async () => {
    bench.write(
      'r/Cargo.toml',
      '[package]\nname = "r"\nversion = "0.1.0"\n[dependencies]\nserde = { version = "1.0", features = ["derive"] }\nlog = "0.4"\n[dev-dependencies.tempfile]\nversion = "3"\n[target."cfg(unix)".dependencies]\nlibc = "0.2"\n',
    );
    bench.write('r/Cargo.lock', '[[package]]\nname = "log"\nversion = "0.4.21"\n');
    const rust = succeeded(await bench.run('dev.deps.list', { directory: 'r' }));
    const short = rust.dependencies.map((one: { [field: string]: unknown }) => [
      one.name,
      one.wanted,
      one.version,
      one.kind,
    ]);
    expect(short).toEqual([
      ['serde', '1.0', null, 'production'],
      ['log', '0.4', '0.4.21', 'production'],
      ['tempfile', '3', null, 'development'],
      ['libc', '0.2', null, 'production'],
    ]);
    bench.write(
      'g/go.mod',
      'module example.org/g\n\ngo 1.22\n\nrequire github.com/a/b v1.2.3\nrequire (\n\tgolang.org/x/net v0.20.0\n\tgolang.org/x/sys v0.1.0 // indirect\n)\n',
    );
    const go = succeeded(await bench.run('dev.deps.list', { directory: 'g' }));
    expect(go.dependencies.map(({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`)).toEqual([
      'golang.org/x/net production',
      'golang.org/x/sys indirect',
      'github.com/a/b production',
    ]);
    // Stand-ins with recorded answers: not every machine has these tools, and they would want the network.
    bench.script(
      'bin/cargo',
      '#!/bin/sh\ncase "$*" in\n*--invert=gone*) echo "error: package ID specification `gone` did not match any packages" >&2; exit 101;;\n*) printf "0log v0.4.21\\n1mid v1.0.0\\n2r v0.1.0 (/x/r)\\n1r v0.1.0 (/x/r)\\n";;\nesac\n',
    );
    const why = succeeded(await bench.run('dev.deps.why', { package: 'log', directory: 'r' }));
    expect(why.chains.map((chain: { name: string }[]) => chain.map(({ name }) => name))).toEqual([
      ['mid', 'log'],
      ['log'],
    ]);
    expect(succeeded(await bench.run('dev.deps.why', { package: 'gone', directory: 'r' })).found).toBe(false);
    bench.script('bin/cargo', `#!/bin/sh\necho "$@" > "${bench.base}/args"\necho 'log = "0.5"' >> Cargo.toml\n`);
    const added = succeeded(
      await bench.run('dev.deps.add', { packages: ['log@0.5'], directory: 'r', development: true }),
    );
    expect(added).toMatchObject({ manager: 'cargo', changed_files: ['Cargo.toml'] });
    expect(readFileSync(join(bench.base, 'args'), 'utf8')).toBe('add --dev -- log@0.5\n');
  });

  it('reads recorded answers of go and cargo', () => {
    const modules =
      '{\n\t"Path": "example.org/g",\n\t"Main": true\n}\n{\n\t"Path": "golang.org/x/net",\n\t"Version": "v0.20.0",\n\t"Update": {\n\t\t"Path": "golang.org/x/net",\n\t\t"Version": "v0.30.0"\n\t}\n}\n{\n\t"Path": "a/b",\n\t"Version": "v1.0.0"\n}\n';
    expect(readGoModules(modules)).toEqual([
      { name: 'golang.org/x/net', current: 'v0.20.0', wanted: null, latest: 'v0.30.0', kind: 'production' },
    ]);
    expect(readGoWhy('# golang.org/x/sys\nexample.org/g\ngolang.org/x/net\ngolang.org/x/sys/unix\n')[0]).toHaveLength(
      3,
    );
    expect(readGoWhy('# x/y\n(main module does not need module x/y)\n')).toEqual([]);
    expect(readCargoTree('')).toEqual([]);
  });
});
