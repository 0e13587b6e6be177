/** What a measurement writes replaces a measurement of before and nothing else. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runEvaluation } from '../../src/evaluation/command.ts';
import { runReplay } from '../../src/evaluation/replay-command.ts';
import { directoryWith, hostOver, OWN_JUDGEMENTS, smallWorld } from './bench.ts';

const host = hostOver(smallWorld());
const subject = directoryWith(OWN_JUDGEMENTS);
const requests = join(directoryWith({ 'q.jsonl': '{"qid":"a","query":"port"}\n' }), 'q.jsonl');
const evaluate = (out: string) => runEvaluation({ subject, half: 'dev', arm: 'default', ablation: false, out }, host);
const replay = (out: string) => runReplay({ requests, out: join(out, 'replay.json') }, host);

describe.each([
  ['report.json', evaluate],
  ['report.html', evaluate],
  ['own.run.tsv', evaluate],
  ['replay.json', replay],
])('%s', (name, write) => {
  test.each([
    ['a text', 'my thesis\n'],
    ['a document of another kind', '{\n "version": "tool-search.v1",\n "query": "x"\n}\n'],
    ['a page', '<!doctype html>\n<html><title>Diary</title></html>\n'],
    ['a table', 'name\tage\nada\t36\n'],
  ])('leaves %s as it is', async (_what, text) => {
    const out = directoryWith({ [name]: text });
    const path = join(out, name);
    expect(await write(out)).toMatchObject({ kind: 'refusal', reason: 'usage', received: path });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('replaces what it has written before, and an empty file', async () => {
    const out = directoryWith({ [name]: '' });
    const path = join(out, name);
    for (let turn = 0; turn < 2; turn += 1) expect(await write(out)).not.toMatchObject({ kind: 'refusal' });
    const first = readFileSync(path, 'utf8');
    writeFileSync(path, `${first}\n`);
    await write(out);
    expect(readFileSync(path, 'utf8').endsWith('\n\n')).toBe(false);
    expect(existsSync(path)).toBe(true);
  });
});
