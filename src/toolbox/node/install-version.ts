/**
 * Tool `node_install_version`: downloads a Node.js, checks its checksum and puts it where a version manager looks.
 * The archive is unpacked beside its place and moved in at the end, so that a broken download leaves nothing behind.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { optionalText, text } from '../arguments.ts';
import { call } from '../call.ts';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from '../held-files.ts';
import { homeDirectory } from '../home.ts';
import { isExecutable, statOf } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { versionOf } from './version.ts';
import { compareVersions, satisfies } from './version-range.ts';

const OFFICIAL = 'https://nodejs.org/dist';
type Release = { version: string; lts: string | false; files: readonly string[] };

/** Arguments: `version` (a version, lts or latest), `mirror`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const wanted = text(args, 'version').replace(/^v/, '');
  const mirror = (optionalText(args, 'mirror') ?? OFFICIAL).replace(/\/+$/, '');
  const release = choose(JSON.parse((await download(`${mirror}/index.json`, io)).toString('utf8')), wanted);
  const { version } = release;
  const place = placeFor(version);
  const node = join(place.directory, 'bin/node');
  const answer = {
    version,
    directory: place.directory,
    executable: node,
    manager: place.manager,
    use_with: place.useWith,
  };
  if (isExecutable(node)) return { ...answer, already_installed: true };

  const system = `${process.platform}-${process.arch}`;
  const file = `node-v${version}-${system}.tar.gz`;
  const sums = (await download(`${mirror}/v${version}/SHASUMS256.txt`, io)).toString('utf8');
  const sum = sums
    .split('\n')
    .find((line) => line.endsWith(`  ${file}`))
    ?.slice(0, 64);
  if (sum === undefined) throw new ToolFailure(`there is no Node.js ${version} for ${system}`, 'not_supported');
  const parent = dirname(place.directory);
  mkdirSync(parent, { recursive: true });
  const work = mkdtempSync(join(parent, '.installing-'));
  try {
    const archive = join(work, 'node.tar.gz');
    await download(`${mirror}/v${version}/${file}`, io, archive);
    if (createHash('sha256').update(readFileSync(archive)).digest('hex') !== sum) {
      throw new ToolFailure(`the download of ${file} does not have the checksum that ${mirror} gives for it`);
    }
    await call('tar', ['-xzf', archive, '-C', work, '--strip-components=1', '--no-same-owner'], { cwd: work });
    rmSync(archive);
    const runs = await versionOf(join(work, 'bin/node'), io.cwd);
    if (runs !== version) throw new ToolFailure(`the downloaded node does not run here (it says ${runs ?? 'nothing'})`);
    if (statOf(place.directory) !== undefined) throw new ToolFailure(`${place.directory} exists and holds no node`);
    renameSync(work, place.directory);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return { ...answer, already_installed: false, sha256: sum };
}

function choose(index: unknown, wanted: string): Release {
  const releases = (Array.isArray(index) ? index : []).map((one) => ({
    ...one,
    version: String(one.version).slice(1),
  }));
  const fits = (release: Release): boolean =>
    wanted === 'latest' || (wanted === 'lts' ? release.lts !== false : satisfies(release.version, wanted) === true);
  const [newest] = releases.filter(fits).sort((a, b) => -compareVersions(a.version, b.version));
  if (newest === undefined) throw new ToolFailure(`there is no release of Node.js for "${wanted}"`, 'not_found');
  return newest;
}

/** The directory in which the manager that is there keeps a version; our own when there is none. */
function placeFor(version: string): { directory: string; manager: string | null; useWith: string } {
  const home = homeDirectory();
  const data = process.env.XDG_DATA_HOME ?? join(home, '.local/share');
  const nvm = process.env.NVM_DIR ?? join(home, '.nvm');
  if (statOf(join(nvm, 'nvm.sh'))?.isFile() === true) {
    return { directory: join(nvm, 'versions/node', `v${version}`), manager: 'nvm', useWith: `nvm use ${version}` };
  }
  const fnm = [join(data, 'fnm'), join(home, '.fnm')].find((path) => statOf(path)?.isDirectory());
  if (fnm !== undefined) {
    const directory = join(fnm, 'node-versions', `v${version}`, 'installation');
    return { directory, manager: 'fnm', useWith: `fnm use ${version}` };
  }
  const directory = join(data, 'node', `v${version}`);
  return { directory, manager: null, useWith: `export PATH="${directory}/bin:$PATH"` };
}

/** curl, because it knows the user's proxies; only http and https, also after a redirect. */
async function download(address: string, io: ToolIo, file?: string): Promise<Buffer> {
  const bounds = ['--fail', '--silent', '--show-error', '--location', '--max-redirs', '5', '--connect-timeout', '20'];
  const safe = ['--proto', '=http,https', '--proto-redir', '=http,https'];
  const into = file === undefined ? [] : ['--output', file];
  const { stdout } = await call('curl', ['--disable', ...bounds, ...safe, ...into, '--url', address], { cwd: io.cwd });
  return stdout;
}
