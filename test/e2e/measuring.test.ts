/** Measuring with the executable alone: the same figures in every process, and files that others can read. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { cap, directoryIn, documentOf, emptyDirectory, probes } from './executable.ts';

const JUDGEMENTS = join(ROOT, 'golden', 'judgements');

type Report = { figures_hash: string; sets: { kinds: { kind: string; recall_at_5: number }[] }[] };

/** Each fifth line of every file: all kinds, languages and packs, in a fifth of the time. */
function someJudgements(): string {
  const directory = directoryIn(emptyDirectory(), 'judgements');
  for (const file of ['single', 'no-answer', 'vague', 'compound', 'identity'].map((name) => `${name}.jsonl`)) {
    const lines = readFileSync(join(JUDGEMENTS, file), 'utf8').trimEnd().split('\n');
    writeFileSync(
      join(directory, file),
      lines
        .filter((_, at) => at % 5 === 0)
        .map((line) => `${line}\n`)
        .join(''),
    );
  }
  return directory;
}

test('cap eval: two processes in two places measure the same', async () => {
  const judgements = someJudgements();
  const [one, two] = await Promise.all([
    cap(['eval', judgements], { env: { TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8' } }),
    cap(['eval', judgements]),
  ]);
  expect([one.status, two.status]).toEqual([0, 0]);
  const [first, second] = [documentOf(one), documentOf(two)] as unknown as [Report, Report];
  expect(first.figures_hash).toBe(second.figures_hash);
  const single = first.sets[0]?.kinds.find(({ kind }) => kind === 'single');
  expect(single?.recall_at_5).toBeGreaterThan(0.9);
});

test('cap eval: a foreign set is compiled with the words of the executable, and its run file names what it found', async () => {
  const home = emptyDirectory();
  const set = directoryIn(home, 'set');
  const rows = (list: readonly object[]) => list.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(
    join(set, 'tools.jsonl'),
    rows([
      { id: 'mail.send', title: 'Send an email' },
      { id: 'x', title: 'Wait' },
    ]),
  );
  writeFileSync(join(set, 'queries.jsonl'), rows([{ qid: 'q', query: '发送邮件', lang: 'zh', gold: ['mail.send'] }]));
  const given = await cap(['eval', 'set', '--out', 'report'], { cwd: home });
  expect(given.status).toBe(0);
  expect(readdirSync(join(home, 'report')).sort()).toEqual(['report.html', 'report.json', 'set.run.tsv']);
  // Chinese finds English through the lexicon alone.
  expect(readFileSync(join(home, 'report', 'set.run.tsv'), 'utf8')).toBe('q\t1\tmail.send\n');
});

describe('catalogs', () => {
  test('cap catalog diff and cap replay between a snapshot file and the one inside', async () => {
    const file = await probes();
    const diff = documentOf(await cap(['catalog', 'diff', file]));
    expect(diff).toMatchObject({ version: 'capability-diff.v1', changed: 0 });
    const cwd = emptyDirectory();
    writeFileSync(join(cwd, 'requests.jsonl'), '{"qid":"q","query":"say something","gold":["probe.say"]}\n');
    const lost = await cap(['replay', 'requests.jsonl', '--against', file], { cwd });
    expect(lost.status).toBe(8);
    expect(documentOf(lost)).toMatchObject({ regressions: 1, changes: [{ qid: 'q', right: { after: null } }] });
  });
});
