/** `cap eval`, `cap replay` and `cap catalog diff` from the command line: documents, tables and exit codes. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '../../src/contract/registry.ts';
import { edit, KILL } from '../compile/small-catalog.ts';
import { directoryWith, jsonLines, OWN_JUDGEMENTS, smallWorld } from '../evaluation/bench.ts';
import { commandLine, TERMINAL } from './command-line.ts';

const WAS = smallWorld();
const NOW = smallWorld({
  'net/kill.yaml': edit(
    edit(KILL, 'en: [free a port]', 'en: [end it]'),
    'Makes the program behind a port exit',
    'Kills it',
  ),
});
const CATALOGS = { world: (file: string | undefined) => (file === 'old.snapshot' ? WAS : NOW) };
const subject = directoryWith(OWN_JUDGEMENTS);
const requests = join(
  directoryWith({
    requests: jsonLines([
      { qid: 'r1', request: { version: 'tool-search.v1', query: 'free a port', limit: 1 }, gold: ['net.kill'] },
    ]),
  }),
  'requests',
);

async function document(argv: readonly string[], exit = 0): Promise<{ version: string }> {
  const written = await commandLine(argv, CATALOGS);
  expect(written).toMatchObject({ exit, err: '' });
  const found = JSON.parse(written.out) as { version: string };
  expect(CONTRACTS[found.version]?.response.safeParse(found).error).toBeUndefined();
  return found;
}

const shown = async (argv: readonly string[]) => commandLine(argv, { ...CATALOGS, terminal: TERMINAL });

describe('cap eval', () => {
  test('a document; a table on a terminal', async () => {
    const report = await document(['eval', subject, '--against', 'bm25f']);
    expect(report).toMatchObject({ version: 'eval-report.v1', sets: [{ name: 'own', half: 'dev' }] });
    const { out, exit } = await shown(['eval', subject, '--against', 'bm25f']);
    expect(exit).toBe(0);
    expect(out).toMatch(/^set +questions +asked +R@1/);
    expect(out).toContain('own: no answer, recognised 100.0% (1 of 1)');
    expect(out).toContain('NDCG@10 against bm25f');
    expect(out.split('\n').filter((line) => line.length > 80 && !line.startsWith('configuration'))).toEqual([]);
  });

  test.each([
    [['eval', '/nowhere'], 2, 'usage'],
    [['eval', subject, '--half', 'both'], 2, 'usage'],
    [['eval', subject, '--half', 'test'], 2, 'sealed_set_changed'],
    [['eval', subject, '--arm', 'best'], 2, 'usage'],
    [['eval', directoryWith({ 'single.jsonl': 'x' })], 2, 'judgements_invalid'],
  ])('%j → %i %s', async (argv, exit, reason) => {
    expect(await document(argv, exit)).toMatchObject({ error: { reason, executed: false } });
  });
});

describe('cap replay', () => {
  test('a lost answer ends in exit code 8 and stands first', async () => {
    const report = await document(['replay', requests, '--against', 'old.snapshot'], 8);
    expect(report).toMatchObject({ regressions: 1, changes: [{ qid: 'r1', regression: true, right: { before: 1 } }] });
    const { out, exit } = await shown(['replay', requests, '--against', 'old.snapshot']);
    expect(exit).toBe(8);
    expect(out).toMatch(/lost +1 → –/);
    expect(out).toContain('1 requests, 1 moved, 0 better, 1 lost a right answer');
  });

  test('recorded, and compared with the record', async () => {
    const file = join(directoryWith({}), 'before.json');
    expect(await document(['replay', requests, '-o', file])).toMatchObject({ moved: 0, files: [file] });
    expect(await document(['replay', requests, '--against', file])).toMatchObject({ against: file, regressions: 0 });
  });
});

describe('cap catalog diff', () => {
  test('what differs, and what old requests find now', async () => {
    const diff = await document(['catalog', 'diff', 'old.snapshot', '--replay', requests]);
    expect(diff).toMatchObject({
      version: 'capability-diff.v1',
      added: 0,
      changed: 1,
      breaking: 0,
      differences: [{ canonical_path: 'net.kill', kind: 'changed', breaking: false }],
      replay: { regressions: 1 },
    });
    const { out } = await shown(['catalog', 'diff', 'old.snapshot', 'new.snapshot', '--replay', requests]);
    expect(out).toMatch(/~ +net\.kill +summary: reads differently/);
    expect(out).toContain('0 added, 0 removed, 1 changed; 0 breaking');
    expect(out).toContain('lost a right answer');
  });

  test('nothing differs', async () => {
    expect(await document(['catalog', 'diff', 'old.snapshot', 'old.snapshot'])).toMatchObject({ differences: [] });
    expect((await shown(['catalog', 'diff', 'old.snapshot', 'old.snapshot'])).out).toBe('No capability differs.\n');
  });
});
