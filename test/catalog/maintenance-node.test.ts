import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { satisfies } from '../../src/toolbox/node/version-range.ts';
import { type Bench, openBench, succeeded } from './maintenance-bench.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const nodeOf = (version: string) => `#!/bin/sh\necho v${version}\n`;

describe('maintenance.node.version', () => {
  it('tells the node in use and what the project wants', async () => {
    bench.script('home/.nvm/versions/node/v20.11.1/bin/node', nodeOf('20.11.1'));
    bench.link(join(bench.home, '.nvm/versions/node/v20.11.1/bin/node'), 'bin/node');
    bench.write('work/.nvmrc', '# ours\nv18\n');
    bench.write('work/app/package.json', '{"engines": {"node": ">=20.5 <21"}, "volta": {"node": "20.11.1"}}');
    bench.write('work/app/.tool-versions', 'python 3.11\nnodejs 22.1.0\n');
    bench.write('work/app/.node-version', 'lts/iron\n');
    const shown = succeeded(await bench.run('maintenance.node.version', { directory: 'work/app' }));
    expect(shown).toMatchObject({ version: '20.11.1', path: join(bench.bin, 'node'), managed_by: 'nvm' });
    const wanted = shown.wanted.map((one: { wants: string; matches: boolean }) => [one.wants, one.matches]);
    expect(wanted).toEqual([
      ['lts/iron', null],
      ['22.1.0', false],
      ['>=20.5 <21', true],
      ['20.11.1', true],
      ['v18', false],
    ]);
    bench.environment.PATH = join(bench.base, 'empty');
    expect(succeeded(await bench.run('maintenance.node.version'))).toMatchObject({ version: null, wanted: [] });
  });

  it('compares versions with ranges', () => {
    const cases: [string, string, boolean | undefined][] = [
      ['20.1.0', '20', true],
      ['20.1.0', '20.x', true],
      ['20.1.0', '^20.2.0', false],
      ['20.9.0', '^18.1 || ^20.1', true],
      ['0.2.5', '^0.2.3', true],
      ['0.3.0', '^0.2.3', false],
      ['20.3.9', '~20.3.1', true],
      ['20.4.0', '~20.3.1', false],
      ['20.4.0', '<=20', true],
      ['20.4.0', '>20', false],
      ['19.0.0', '18 - 20', true],
      ['20.0.0', '>= 18', true],
      ['20.0.0', '*', true],
      ['20.0.0', 'lts/*', undefined],
    ];
    for (const [version, range, answer] of cases)
      expect([version, range, satisfies(version, range)]).toEqual([version, range, answer]);
  });
});

describe('maintenance.node.which_all', () => {
  it('finds nodes of PATH and of managers, each once', async () => {
    const fnm = 'home/.local/share/fnm/node-versions/v22.3.0/installation/bin/node';
    bench.script(fnm, nodeOf('22.3.0'));
    bench.script('home/.nvm/versions/node/v18.20.0/bin/node', nodeOf('18.20.0'));
    bench.script('home/.volta/tools/image/node/21.0.0/bin/node', nodeOf('21.0.0'));
    bench.link(join(bench.base, fnm), 'bin/node');
    bench.script('other/node', nodeOf('16.0.0'));
    bench.environment.PATH = `${bench.bin}:${join(bench.base, 'other')}:/usr/bin/none:/bin/none`;
    // The scripts of the test need a shell for their first line only.
    const shown = succeeded(await bench.run('maintenance.node.which_all'));
    const short = shown.installations.map((one: { [key: string]: unknown }) => [
      one.version,
      one.managed_by,
      one.in_path,
      one.in_use,
    ]);
    expect(short).toEqual([
      ['22.3.0', 'fnm', true, true],
      ['16.0.0', 'unknown', true, false],
      ['21.0.0', 'volta', false, false],
      ['18.20.0', 'nvm', false, false],
    ]);
    expect(shown.managers).toEqual(['fnm', 'nvm', 'volta']);
  });
});

describe('maintenance.node.install_version', () => {
  let server: Server;
  let mirror: string;
  const files = new Map<string, Buffer>();
  beforeEach(async () => {
    server = createServer((request, response) => {
      const body = files.get(request.url ?? '');
      response.writeHead(body === undefined ? 404 : 200);
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const index = [
      { version: 'v23.1.0', lts: false, files: [] },
      { version: 'v22.11.0', lts: 'Jod', files: [] },
      { version: 'v22.2.0', lts: false, files: [] },
    ];
    files.set('/index.json', Buffer.from(JSON.stringify(index)));
    for (const version of ['23.1.0', '22.11.0', '22.2.0']) {
      const name = `node-v${version}-${process.platform}-${process.arch}`;
      bench.script(`dist/${name}/bin/node`, nodeOf(version));
      execFileSync('tar', ['-czf', join(bench.base, 'x.tgz'), '-C', join(bench.base, 'dist'), name]);
      const archive = readFileSync(join(bench.base, 'x.tgz'));
      files.set(`/v${version}/${name}.tar.gz`, archive);
      const sum = createHash('sha256').update(archive).digest('hex');
      files.set(`/v${version}/SHASUMS256.txt`, Buffer.from(`${'0'.repeat(64)}  other\n${sum}  ${name}.tar.gz\n`));
    }
  });
  afterEach(() => void server.close());

  it('installs the newest that fits, once, where the manager looks', async () => {
    bench.write('home/.nvm/nvm.sh');
    const first = succeeded(await bench.run('maintenance.node.install_version', { version: '22', mirror }));
    const directory = join(bench.home, '.nvm/versions/node/v22.11.0');
    expect(first).toMatchObject({ version: '22.11.0', directory, manager: 'nvm', already_installed: false });
    expect(existsSync(join(directory, 'bin/node'))).toBe(true);
    const again = succeeded(await bench.run('maintenance.node.install_version', { version: 'lts', mirror }));
    expect(again).toMatchObject({ version: '22.11.0', already_installed: true });
    expect(readdirSync(join(bench.home, '.nvm/versions/node'))).toEqual(['v22.11.0']);
  });

  it('needs no manager, and leaves nothing of a damaged or missing release', async () => {
    const latest = succeeded(await bench.run('maintenance.node.install_version', { version: 'latest', mirror }));
    expect(latest).toMatchObject({ manager: null, directory: join(bench.home, '.local/share/node/v23.1.0') });
    const name = `node-v22.2.0-${process.platform}-${process.arch}`;
    files.set(`/v22.2.0/${name}.tar.gz`, Buffer.from('not the archive'));
    const damaged = await bench.run('maintenance.node.install_version', { version: '22.2.0', mirror });
    expect(damaged.message).toContain('does not have the checksum');
    expect(readdirSync(join(bench.home, '.local/share/node'))).toEqual(['v23.1.0']);
    const none = await bench.run('maintenance.node.install_version', { version: '4', mirror });
    expect(none.message).toBe('there is no release of Node.js for "4"');
  });
});
