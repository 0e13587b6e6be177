/** What a prune leaves: nothing that is older than asked, in whatever file it stands, and a chain that holds. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEvent, verifyChain } from '../../src/audit/chain.ts';
import type { AuditFacts } from '../../src/audit/event.ts';
import { type AuditHost, appendAudit, pruneAudit, readAudit } from '../../src/platform/audit-log.ts';

const DAY = 24 * 60 * 60_000;
const START = Date.UTC(2025, 0, 1);

let home = '';
let now = START;
let host: AuditHost;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cap-prune-'));
  now = START;
  host = { environment: { CAP_STATE_DIR: home }, platform: 'linux', clock: () => now };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const FACTS: AuditFacts = {
  kind: 'intent',
  operation_id: 'operation',
  canonical_path: 'test.echo',
  tool_call_id: 'call',
  input_hash: 'ab'.repeat(32),
  details: { rule: 'none' },
};

/** An event a day. */
async function live(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await appendAudit({ ...FACTS, operation_id: `operation-${now}` }, host);
    now += DAY;
  }
}

/** The times of all that is kept, after the log was found to hold. */
async function kept(): Promise<number[]> {
  const { files, head, anchor } = await readAudit(host);
  expect(verifyChain(files, head, { anchor }).findings).toEqual([]);
  return files.flatMap(({ lines }) => lines).map((line) => Date.parse(readEvent(line)?.time ?? ''));
}

describe.each([
  ['one file', undefined],
  ['many files', 1_500],
])('of %s', (_name, rotateBytes) => {
  beforeEach(() => {
    host = { ...host, ...(rotateBytes === undefined ? {} : { rotateBytes }) };
  });

  it.each([1, 7, 30, 39, 40, 400])('nothing older than %i days is left, and all that is younger', async (days) => {
    await live(40);
    const given = await pruneAudit(days, host);
    const times = await kept();
    expect(times.every((time) => time >= now - days * DAY)).toBe(true);
    expect(times).toHaveLength(Math.min(days, 40));
    expect(given).toMatchObject({ events: 40 - times.length });
    await live(3);
    expect(await kept()).toHaveLength(times.length + 3);
  });

  it('everything goes where everything is old, and the next event goes on in the chain', async () => {
    await live(5);
    now += 400 * DAY;
    expect(await pruneAudit(30, host)).toMatchObject({ events: 5 });
    expect(await kept()).toEqual([]);
    expect(await pruneAudit(30, host)).toEqual({ events: 0, files: [] });
    expect(await appendAudit(FACTS, host)).toMatchObject({ seq: 6 });
    expect(await kept()).toHaveLength(1);
  });
});

describe('a prune that was killed', () => {
  const log = () => join(home, 'audit', 'audit-000001.jsonl');

  it('behind the head leaves a log that holds, and the next one finishes it', async () => {
    await live(20);
    const before = readFileSync(log());
    await pruneAudit(5, host);
    writeFileSync(log(), before);
    expect(await kept()).toHaveLength(20);
    expect(await pruneAudit(5, host)).toMatchObject({ events: 15 });
    expect(await kept()).toHaveLength(5);
  });

  it('lets nobody put another past in front of what is kept', async () => {
    await live(20);
    const lines = readFileSync(log(), 'utf8').trimEnd().split('\n');
    await pruneAudit(5, host);
    const messages = async (text: readonly string[]) => {
      writeFileSync(log(), `${text.join('\n')}\n`);
      const { files, head, anchor } = await readAudit(host);
      return verifyChain(files, head, { anchor }).findings;
    };
    expect(await messages(lines)).toEqual([]);
    expect(await messages(lines.toSpliced(10, 1))).not.toEqual([]);
    expect(await messages(lines.toSpliced(14, 1))).not.toEqual([]);
    const forged = lines.slice(0, 15).map((line) => line.replace('test.echo', 'test.fake'));
    expect(await messages([...forged, ...lines.slice(15)])).not.toEqual([]);
  });
});

it('what is damaged is not removed: it has to be seen', async () => {
  await live(10);
  const path = join(home, 'audit', 'audit-000001.jsonl');
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, lines.with(3, `${lines[3]} `.replace('test.echo', 'test.evil')).join('\n'));
  now += 400 * DAY;
  expect(await pruneAudit(30, host)).toMatchObject({ events: 3 });
  expect(readFileSync(path, 'utf8')).toContain('test.evil');
});
