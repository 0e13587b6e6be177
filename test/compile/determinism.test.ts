import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Compiled, compileCapabilities, compileCatalog } from '../../src/compile/compile.ts';
import { ACTION, edit, KILL, SMALL, sources, VOCABULARY } from './small-catalog.ts';

const CHILD = join(import.meta.dirname, 'compile-child.ts');
const directory = mkdtempSync(join(tmpdir(), 'elsewhere '));
afterAll(() => rmSync(directory, { recursive: true }));

/** One process each: what may differ between two machines and must not show. */
const MACHINES: readonly [what: string, args: string[], env: Record<string, string>, cwd: string][] = [
  ['plain', ['given', 'lf'], {}, import.meta.dirname],
  ['sources in another order', ['reversed', 'lf'], {}, import.meta.dirname],
  ['CRLF and BOM', ['given', 'crlf'], {}, import.meta.dirname],
  ['another time zone', ['given', 'lf'], { TZ: 'Pacific/Apia' }, import.meta.dirname],
  ['a Turkish locale', ['given', 'lf'], { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }, import.meta.dirname],
  ['another directory', ['reversed', 'crlf'], { LC_ALL: 'C', TZ: 'Asia/Shanghai' }, directory],
];

describe('the same sources give the same bytes', () => {
  it('on every machine', () => {
    const outcomes = MACHINES.map(([, args, env, cwd]) =>
      execFileSync(process.execPath, [CHILD, ...args], {
        cwd,
        env: { PATH: process.env.PATH ?? '', ...env },
        encoding: 'utf8',
      }),
    );
    expect(outcomes[0]).toMatch(/^[0-9a-f]{64} [0-9a-f]{64} [0-9a-f]{64}\n$/);
    const different = MACHINES.filter((_, i) => outcomes[i] !== outcomes[0]).map(([what]) => what);
    expect(different).toEqual([]);
  });

  it('holds nothing of the machine', () => {
    const text = Buffer.from(compiled({}).snapshot).toString('latin1');
    expect(text).not.toContain(import.meta.dirname);
    expect(text).not.toContain('.yaml');
  });
});

function compiled(changed: Readonly<Record<string, string>>): Compiled {
  const result = compileCatalog(sources({ ...SMALL, ...changed }));
  if (Array.isArray(result)) throw new Error(JSON.stringify(result));
  return result;
}

/** Changes of the sources, and which of the two hashes they move. */
const CHANGES: readonly [what: string, changed: Record<string, string>, source: boolean, surface: boolean][] = [
  ['nothing', {}, false, false],
  ['line ends', { 'net/who.yaml': ACTION.replaceAll('\n', '\r\n') }, false, false],
  ['a comment', { 'net/who.yaml': edit(ACTION, '# who holds a port', '# something else') }, true, false],
  ['formatting', { 'net/who.yaml': edit(ACTION, 'intents: [query]', 'intents:\n  - "query"') }, true, false],
  ['order of keys', { 'net/who.yaml': edit(ACTION, 'version: 1\n', '').concat('version: 1\n') }, true, false],
  ['another place of the file', { 'net/who.yaml': '', 'net/deep/who.yml': ACTION }, true, false],
  ['a name in the vocabulary', { 'lexicon/vocabulary.yaml': edit(VOCABULARY, 'en: port', 'en: Port') }, true, false],
  ['a file of the lexicon', { 'lexicon/more.yaml': 'x: 1\n' }, true, false],
  ['a title', { 'net/who.yaml': edit(ACTION, 'en: Show who', 'en: Tell who') }, true, true],
  ['a boundary', { 'net/who.yaml': edit(ACTION, 'You want to end', 'You would end') }, true, true],
  ['the timeout', { 'net/who.yaml': edit(ACTION, 'timeout_ms: 10000', 'timeout_ms: 20000') }, true, true],
  ['an argument', { 'net/who.yaml': edit(ACTION, 'minimum: 1', 'minimum: 2') }, true, true],
  ['what runs', { 'net/who.yaml': edit(ACTION, '- "-n"', '- "-N"') }, true, true],
];

describe('hashes', () => {
  const before = compiled({});

  for (const [what, changed, source, surface] of CHANGES) {
    it(`${what}: source ${source ? 'moves' : 'stays'}, surface ${surface ? 'moves' : 'stays'}`, () => {
      const texts = Object.fromEntries(Object.entries({ ...SMALL, ...changed }).filter(([, text]) => text !== ''));
      const after = compileCatalog(sources(texts));
      if (Array.isArray(after)) throw new Error(JSON.stringify(after));
      expect(after.sourceHash !== before.sourceHash).toBe(source);
      expect(after.surfaceHash !== before.surfaceHash).toBe(surface);
    });
  }

  it('capabilities from elsewhere: any ids, any order, the same surface', () => {
    const again = compileCapabilities([...before.capabilities].reverse());
    expect(again.surfaceHash).toBe(before.surfaceHash);
    expect(again.capabilities).toEqual(before.capabilities);
    const [first] = before.capabilities;
    const foreign = compileCapabilities([{ ...first!, id: 'Get Weather (v2)', cliPath: 'Get Weather (v2)' }]);
    expect(foreign.capabilities.map(({ id }) => id)).toEqual(['Get Weather (v2)']);
  });
});

describe('several directories', () => {
  const renamed = edit(KILL, 'en: End the process behind a port', 'en: Our own way to end it');

  it('a later one replaces, and that is reported', () => {
    const result = compileCatalog([...sources({ 'own/kill.yaml': renamed }, 1), ...sources(SMALL, 0)]);
    if (Array.isArray(result)) throw new Error(JSON.stringify(result));
    expect(result.overrides).toEqual([
      { id: 'net.kill', file: 'own/kill.yaml', root: 1, replaced: { file: 'net/kill.yaml', root: 0 } },
    ]);
    expect(result.capabilities.find(({ id }) => id === 'net.kill')?.title.en).toBe('Our own way to end it');
    expect(result.capabilities).toHaveLength(4);
  });

  it('a policy may refuse that', () => {
    const all = [...sources(SMALL, 0), ...sources({ 'own/kill.yaml': renamed }, 1)];
    const result = compileCatalog(all, { overrides: 'refuse' });
    expect(Array.isArray(result) && result.map(({ file, line, reason }) => [file, line, reason])).toEqual([
      ['own/kill.yaml', 2, 'override_refused'],
    ]);
  });

  it('twice in one directory is a mistake, whatever the policy', () => {
    const result = compileCatalog(sources({ ...SMALL, 'own/kill.yaml': renamed }));
    expect(Array.isArray(result) && result.map(({ reason }) => reason)).toEqual(['duplicate_id']);
  });
});
