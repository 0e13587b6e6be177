/**
 * The places from which cap is governed, against every action that writes where it is told: policies, the list of trusted
 * catalogs, the key and the audit stay as they are, whatever is asked.
 */
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { loadCapability } from '../catalog/default-catalog.ts';
import { runOwnTool } from '../catalog/run-capability.ts';
import { finished, openBench, waiting } from '../run/capabilities.ts';
import { catalogActions } from './catalog-actions.ts';

const POLICY = '../.config/cap/policy.yaml';
const TRUSTED = '../.config/cap/trusted-snapshots';
const AUDIT = '../.local/state/cap/audit/audit-000001.jsonl';
const KEY = '../.local/state/cap/confirmations/key';
const PROJECT = '.cap-policy.yaml';
/** A picture of one dot. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const FILES = [POLICY, AUDIT, KEY, PROJECT];

let home = '';
let before: NodeJS.ProcessEnv;
beforeEach(() => {
  before = process.env;
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cap-own-')));
  process.env = { PATH: before.PATH, HOME: home };
  mkdirSync(join(home, 'work'));
  for (const path of FILES) {
    const file = join(home, 'work', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'version: policy.v1\n', { mode: 0o600 });
  }
  writeFileSync(join(home, 'work/mine'), 'evil\n');
  writeFileSync(join(home, 'work/dot.png'), Buffer.from(DOT, 'base64'));
});
afterEach(() => {
  process.env = before;
  rmSync(home, { recursive: true, force: true });
});

const tool = (id: string, args: JsonObject) => runOwnTool(id, args, join(home, 'work'));

/** Everything that is there, but for the directory in which the actions may work. */
function standing(): string[] {
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' }).sort();
  return names
    .filter((name) => !name.startsWith('work/') || name === `work/${PROJECT}`)
    .map((name) => {
      const path = join(home, name);
      const facts = lstatSync(path);
      return `${name} ${facts.mode.toString(8)} ${facts.isFile() ? readFileSync(path, 'utf8') : facts.ino}`;
    });
}

/** Attempts on a file that is there; on all four. */
const ON_FILES: { readonly [id: string]: (path: string) => JsonObject } = {
  'file.copy': (path) => ({ sources: ['mine'], destination: path, overwrite: true }),
  'file.delete': (path) => ({ paths: [path] }),
  'file.move': (path) => ({ sources: [path], destination: 'away' }),
  'file.permissions_set': (path) => ({ paths: [path], mode: '666' }),
  'file.symlink_create': (path) => ({ target: 'mine', link: path, replace: true }),
  'file.text.encoding_convert': (path) => ({ paths: [path], from: 'utf-8', to: 'utf-16le' }),
  'file.text.line_endings_convert': (path) => ({ paths: [path], to: 'crlf' }),
  'file.text.replace': (path) => ({ pattern: 'version', replacement: 'revision', paths: [path], preview: false }),
  'file.trash': (path) => ({ paths: [path] }),
  'file.archive.create': (path) => ({ paths: ['mine'], output: path, format: 'zip', overwrite: true }),
  'network.download': (path) => ({ url: 'http://127.0.0.1:9/x', path, overwrite: true }),
  'media.pdf.merge': (path) => ({ paths: ['mine', 'mine'], output: path, overwrite: true }),
};

/** Attempts that name a directory, or a file that is not there yet. */
const OTHERS: readonly (readonly [id: string, args: JsonObject])[] = [
  ['file.copy', { sources: ['mine'], destination: TRUSTED }],
  ['file.copy', { sources: ['mine'], destination: '../.config/cap' }],
  ['file.move', { sources: ['mine'], destination: TRUSTED }],
  ['file.move', { sources: ['../.config'], destination: 'away' }],
  ['file.delete', { paths: ['../.config'], recursive: true }],
  ['file.trash', { paths: ['../.local'] }],
  ['file.permissions_set', { paths: ['../.config/cap'], mode: '777' }],
  ['file.permissions_set', { paths: ['../.config'], mode: '777', recursive: true }],
  ['file.symlink_create', { target: 'mine', link: TRUSTED }],
  ['file.text.encoding_convert', { paths: ['mine'], from: 'utf-8', to: 'utf-8-bom', output: TRUSTED }],
  ['file.archive.create', { paths: ['mine'], output: '../.config/cap/a.zip' }],
  ['file.archive.extract', { path: 'a.zip', destination: '../.config/cap/new' }],
  ['file.rename_batch', { path: '../.config/cap', pattern: 'policy', replacement: 'x' }],
  ['file.rename_batch', { path: '../.local/state', type: 'directories', pattern: 'cap', replacement: 'x' }],
  ['media.image.convert', { path: 'dot.png', output: '../.config/cap/x.jpg' }],
  ['media.image.resize', { path: 'dot.png', output: '../.config/cap/x.png', width: 1 }],
  ['media.video.extract_audio', { path: 'mine', output: '../.config/cap/x.mp3' }],
  ['network.download', { url: 'http://127.0.0.1:9/x', path: TRUSTED }],
];

const ATTEMPTS = [
  ...Object.entries(ON_FILES).flatMap(([id, args]) => FILES.map((path) => [id, args(path)] as const)),
  ...OTHERS,
];

/** Where the state stands elsewhere, a run of cap tells its tools. */
it('the state of the very cap that runs an action is one of them', async () => {
  const bench = openBench();
  const key = join(bench.home, 'state', 'confirmations', 'key');
  const ask = (more: JsonObject = {}) =>
    bench.call(
      loadCapability('file.copy'),
      { sources: ['mine'], destination: 'state/confirmations', overwrite: true },
      more,
    );
  writeFileSync(join(bench.home, 'mine'), 'evil\n');
  try {
    // The first question makes the state, and a directory that was not there is another place.
    await ask();
    const asked = waiting(await ask());
    const held = readFileSync(key);
    const { evidence } = finished(await ask({ confirmation_token: asked.token }));
    expect(evidence.message).toContain('where cap itself is governed from');
    expect(readdirSync(dirname(key))).not.toContain('mine');
    expect(readFileSync(key).equals(held)).toBe(true);
  } finally {
    bench.close();
  }
});

describe('what writes where it is told', () => {
  it.each(ATTEMPTS)('%s %j leaves the places of cap as they are', async (id, args) => {
    await tool('file.archive.create', { paths: ['mine'], output: 'a.zip' });
    const then = standing();
    const { stdout, stderr } = await tool(id, args);
    expect(standing()).toEqual(then);
    // What takes several files tells of each in its result.
    expect(stdout + stderr).toContain('where cap itself is governed from');
  });

  it('reaches them by no link either', async () => {
    symlinkSync('../.config/cap', join(home, 'work/link'));
    symlinkSync('../.config/cap/policy.yaml', join(home, 'work/plain'));
    const then = standing();
    const calls: [string, JsonObject][] = [
      ['file.copy', { sources: ['mine'], destination: 'link/trusted-snapshots' }],
      ['file.text.replace', { pattern: 'version', replacement: 'x', paths: ['plain'], preview: false }],
      ['file.archive.extract', { path: 'a.zip', destination: 'link/new' }],
      ['network.download', { url: 'http://127.0.0.1:9/x', path: 'link/' }],
    ];
    await tool('file.archive.create', { paths: ['mine'], output: 'a.zip' });
    for (const [id, args] of calls) {
      const { stdout, stderr } = await tool(id, args);
      expect(stdout + stderr).toContain('where cap itself is governed from');
    }
    expect(standing()).toEqual(then);
  });

  it('reaches nothing to which a link of theirs leads', async () => {
    const policy = join(home, '.config/cap/policy.yaml');
    mkdirSync(join(home, 'work/dotfiles'));
    renameSync(policy, join(home, 'work/dotfiles/policy.yaml'));
    symlinkSync('../../work/dotfiles/policy.yaml', policy);
    const calls: [string, JsonObject][] = [
      ['file.move', { sources: ['dotfiles/policy.yaml'], destination: 'away' }],
      ['file.move', { sources: ['dotfiles'], destination: 'away' }],
      ['file.delete', { paths: ['dotfiles'], recursive: true }],
      ['file.trash', { paths: ['dotfiles/policy.yaml'] }],
      ['file.copy', { sources: ['mine'], destination: 'dotfiles/policy.yaml', overwrite: true }],
      ['file.text.replace', { pattern: 'version', replacement: 'x', paths: ['dotfiles/policy.yaml'], preview: false }],
      ['file.permissions_set', { paths: ['dotfiles/policy.yaml'], mode: '000' }],
    ];
    for (const [id, args] of calls) {
      const { stdout, stderr } = await tool(id, args);
      expect(stdout + stderr).toContain('where cap itself is governed from');
    }
    expect(readFileSync(policy, 'utf8')).toBe('version: policy.v1\n');
  });

  it('and is a part of a PDF leaves them as well', async () => {
    // It asks for the same targets as the merge, for which its pages have to be read first.
    expect((await tool('media.pdf.split', { path: 'mine', output_directory: '../.config/cap' })).exitCode).not.toBe(0);
  });

  it('is known to these tests as a whole', () => {
    const writing = catalogActions().filter(({ sideEffect }) => sideEffect !== 'R');
    const told = writing
      .map(({ id }) => id)
      .filter((id) => /^(?:file|media|data|network)\./.test(id) && id !== 'media.pdf.split');
    expect([...new Set(ATTEMPTS.map(([id]) => id))].sort()).toEqual(told.sort());
  });
});
