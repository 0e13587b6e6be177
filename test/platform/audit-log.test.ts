/** The audit log on a real disk: many writers, every kind of tampering, crashes between any two steps. */
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyChain, writeEvent, writeHead } from '../../src/audit/chain.ts';
import type { AuditFacts } from '../../src/audit/event.ts';
import { type AuditHost, appendAudit, type Pruned, pruneAudit, readAudit } from '../../src/platform/audit-log.ts';

const WRITER = join(import.meta.dirname, 'audit-writer.mjs');

let home = '';
let now = Date.UTC(2026, 0, 1);
let host: AuditHost;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cap-audit-'));
  now = Date.UTC(2026, 0, 1);
  host = { environment: { CAP_STATE_DIR: home }, platform: 'linux', clock: () => now };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const facts = (name: string, more: Partial<AuditFacts> = {}): AuditFacts => ({
  kind: 'intent',
  operation_id: name,
  canonical_path: 'test.echo',
  tool_call_id: 'call-1',
  input_hash: 'a'.repeat(64),
  arguments: { text: name },
  details: {},
  ...more,
});
const fill = async (count: number) => {
  for (let number = 1; number <= count; number += 1) await appendAudit(facts(`operation ${number}`), host);
};
const at = (name: string) => join(home, 'audit', name);
const LOG = 'audit-000001.jsonl';
const lines = () => readFileSync(at(LOG), 'utf8').trimEnd().split('\n');
const put = (all: readonly string[]) => writeFileSync(at(LOG), all.map((line) => `${line}\n`).join(''));
const verify = async () => {
  const { files, head, anchor } = await readAudit(host);
  return verifyChain(files, head, { anchor });
};
const messages = async () => (await verify()).findings.map(({ line, message }) => `${line}: ${message}`);

describe('an audit log', () => {
  it('that nobody touched verifies, is private, and counts without a gap', async () => {
    await fill(5);
    expect(await verify()).toEqual({ events: 5, findings: [] });
    expect(lines().map((line) => JSON.parse(line).seq)).toEqual([1, 2, 3, 4, 5]);
    const kept = [at(LOG), at('head'), join(home, 'audit-key'), join(home, 'audit-anchor')];
    for (const path of kept) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('that was never begun has nothing to complain of', async () => {
    expect(await verify()).toEqual({ events: 0, findings: [] });
  });

  it('holds every line of two hundred writers in eight processes', async () => {
    const writers = Array.from({ length: 8 }, (_, number) => {
      const child = spawn(process.execPath, [WRITER, home, String(number), '25'], { stdio: 'inherit' });
      return new Promise<number | null>((resolve) => child.once('exit', resolve));
    });
    expect(await Promise.all(writers)).toEqual(Array(8).fill(0));
    expect(await verify()).toEqual({ events: 200, findings: [] });
    const names = new Set(lines().map((line) => JSON.parse(line).operation_id));
    expect(names.size).toBe(200);
  });

  it('survives writers that are killed at any moment: the chain holds and nobody waits for the dead', async () => {
    for (let round = 0; round < 12; round += 1) {
      const child = spawn(process.execPath, [WRITER, home, `k${round}`, '100000'], { stdio: 'ignore' });
      const gone = new Promise((resolve) => child.once('exit', resolve));
      const size = () => (existsSync(at(LOG)) ? statSync(at(LOG)).size : 0);
      const start = size();
      while (size() === start) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
      child.kill('SIGKILL');
      await gone;
      const begun = Date.now();
      await appendAudit(facts(`after ${round}`), host);
      expect(Date.now() - begun).toBeLessThan(5_000);
    }
    const { events, findings } = await verify();
    expect(findings).toEqual([]);
    expect(events).toBeGreaterThan(36);
  }, 120_000);
});

describe('verify finds', () => {
  beforeEach(() => fill(6));

  const doubled = (line: string, name: string) => line.replace(`"${name}":`, `"${name}":"another","${name}":`);
  const EDITS: readonly (readonly [string, (line: string) => string])[] = [
    ['a key that stands twice', (line) => doubled(line, 'canonical_path')],
    ['a key that stands twice deep inside', (line) => doubled(line, 'text')],
    ['a second __proto__', (line) => line.replace('{', '{"__proto__":{"x":1},')],
    ['a blank between', (line) => line.replace(':', ': ')],
    ['a blank in front', (line) => ` ${line}`],
    ['a tab behind', (line) => `${line}\t`],
    ['the line end of another system', (line) => `${line}\r`],
    ['a byte order mark', (line) => `\ufeff${line}`],
    ['a character written as its number', (line) => line.replace('call-1', '\\u0063all-1')],
    ['a number in another form', (line) => line.replace(/"seq":(\d)/, '"seq":$1.0')],
    ['another order', (line) => line.replace(/^\{("arguments":\{[^}]*\}),(.*)\}$/, '{$2,$1}')],
    ['an empty line', (line) => `${line}\n`],
  ];
  it.each(EDITS)('%s, though it means the same', async (_name, edit) => {
    const all = lines();
    for (const number of all.keys()) {
      const changed = edit(all[number] as string);
      expect(changed).not.toBe(all[number]);
      put(all.with(number, changed));
      expect((await messages())[0]).toBe(
        `${number + (changed.endsWith('\n') ? 2 : 1)}: this line was changed or damaged`,
      );
    }
  });

  it('an end of the last line that was taken away, and bytes that are read as the sign for such bytes', async () => {
    writeFileSync(at(LOG), lines().join('\n'));
    expect((await messages())[0]).toBe('6: this line was changed or damaged');
    put(lines());
    await appendAudit(facts('odd \ufffd sign'), host);
    expect(await messages()).toEqual([]);
    const bytes = readFileSync(at(LOG));
    const sign = bytes.indexOf(Buffer.from('\ufffd'));
    writeFileSync(at(LOG), Buffer.concat([bytes.subarray(0, sign), Buffer.from([0xff]), bytes.subarray(sign + 3)]));
    expect((await messages())[0]).toBe('7: this line was changed or damaged');
  });

  it('any changed character of any line', async () => {
    const all = lines();
    for (let number = 0; number < all.length; number += 1) {
      const line = all[number] as string;
      for (let place = 0; place < line.length; place += 7) {
        const changed = line.slice(0, place) + (line[place] === '7' ? '8' : '7') + line.slice(place + 1);
        put(all.with(number, changed));
        expect((await verify()).findings.length).toBeGreaterThan(0);
      }
    }
  });

  it('an event that was written anew with its own hash made right', async () => {
    const all = lines();
    const { nextEvent } = await import('../../src/audit/chain.ts');
    const [, second] = all.map((line) => JSON.parse(line));
    const forged = nextEvent(facts('forged'), { seq: 1, hash: second.prev }, second.time, second.user);
    put(all.with(1, writeEvent(forged)));
    expect(await messages()).toEqual(['3: the event before this one was changed']);
  });

  it('a whole end that was written anew', async () => {
    const { nextEvent } = await import('../../src/audit/chain.ts');
    let last = { seq: 4, hash: JSON.parse(lines()[3] as string).hash as string };
    const forged = [5, 6].map((number) => {
      const event = nextEvent(facts(`forged ${number}`), last, new Date(now).toISOString(), '0');
      last = event;
      return writeEvent(event);
    });
    put([...lines().slice(0, 4), ...forged]);
    expect(await messages()).toEqual(['6: the last event is not the one that was written']);
  });

  it.each([
    ['a deletion at the start', (all: string[]) => all.slice(1), /^1: events 1 to 1 are missing/],
    ['a deletion in the middle', (all: string[]) => all.toSpliced(2, 2), /^3: events 3 to 4 are missing/],
    [
      'a cut',
      (all: string[]) => all.slice(0, -1),
      /^5: the log was cut: it ends with event 5, and event 6 was written/,
    ],
    ['a cut of everything', () => [], /the log was cut/],
    [
      'an exchange',
      (all: string[]) => [all[0], all[2], all[1], ...all.slice(3)] as string[],
      /^2: events 2 to 2 are missing/,
    ],
    ['a repetition', (all: string[]) => all.toSpliced(2, 0, all[1] as string), /^3: event 2 stands behind event 2/],
    ['an addition', (all: string[]) => [...all, all[5] as string], /^7: event 6 stands behind event 6/],
    [
      'half a line',
      (all: string[]) => [...all.slice(0, -1), (all[5] as string).slice(0, 40)],
      /^6: this line was changed/,
    ],
    ['an empty line', (all: string[]) => all.toSpliced(1, 0, ''), /^2: this line was changed/],
  ])('%s', async (_name, change, message) => {
    put(change(lines()));
    expect((await messages())[0]).toMatch(message);
  });

  it('a removed log, a removed head and a head of another key', async () => {
    const text = readFileSync(at('head'), 'utf8');
    const head = JSON.parse(text.slice(65));
    writeFileSync(
      at('head'),
      writeHead({ ...head, last: { seq: 3, hash: JSON.parse(lines()[2] as string).hash } }, new Uint8Array(32)),
    );
    put(lines().slice(0, 3));
    expect(await messages()).toEqual(['1: the head is missing or was not made with this key']);
    rmSync(at('head'));
    expect(await messages()).toEqual(['1: the head is missing or was not made with this key']);
    writeFileSync(at('head'), text);
    rmSync(at(LOG));
    expect(await messages()).toEqual([expect.stringContaining('the log was cut')]);
  });

  it('that a log was begun anew after its head was lost, for ever', async () => {
    rmSync(at('head'));
    await appendAudit(facts('later'), host);
    await appendAudit(facts('later still'), host);
    expect((await readAudit(host)).files.map(({ name }) => name)).toEqual([LOG, 'audit-000002.jsonl']);
    expect(await messages()).toEqual([expect.stringContaining('begun anew')]);
  });
});

describe('a crash', () => {
  const headText = () => readFileSync(at('head'), 'utf8');
  const key = () => readFileSync(join(home, 'audit-key'));

  it('after the announcement and before the line leaves a chain that verifies and goes on', async () => {
    await fill(3);
    const head = JSON.parse(headText().slice(65));
    writeFileSync(at('head'), writeHead({ ...head, next: { seq: 4, hash: 'f'.repeat(64) } }, key()));
    expect(await verify()).toEqual({ events: 3, findings: [] });
    await fill(1);
    expect(await verify()).toEqual({ events: 4, findings: [] });
  });

  it('after the line and before it was settled, too', async () => {
    await fill(3);
    const before = headText();
    await fill(1);
    const written = JSON.parse(lines()[3] as string);
    const head = JSON.parse(before.slice(65));
    writeFileSync(at('head'), writeHead({ ...head, next: { seq: 4, hash: written.hash } }, key()));
    expect(await verify()).toEqual({ events: 4, findings: [] });
    await fill(1);
    expect(await verify()).toEqual({ events: 5, findings: [] });
  });

  it('in the middle of a line, too', async () => {
    await fill(3);
    const head = JSON.parse(headText().slice(65));
    writeFileSync(at('head'), writeHead({ ...head, next: { seq: 4, hash: 'f'.repeat(64) } }, key()));
    appendFileSync(at(LOG), '{"version":"audit-ev');
    await fill(1);
    expect(await verify()).toEqual({ events: 4, findings: [] });
  });
});

it('rotation keeps the chain, and pruning takes old files from its start', async () => {
  host = { ...host, rotateBytes: 1_000 };
  await fill(12);
  now += 40 * 24 * 60 * 60_000;
  await fill(4);
  const before = (await readAudit(host)).files.length;
  expect(before).toBeGreaterThan(3);
  expect(await verify()).toEqual({ events: 16, findings: [] });
  const removed = await pruneAudit(30, host);
  expect(removed).toMatchObject({ events: 12 });
  expect((removed as Pruned).files.length).toBeGreaterThan(1);
  const { events, findings } = await verify();
  expect(findings).toEqual([]);
  expect(events).toBe(4);
  const [first] = (await readAudit(host)).files;
  rmSync(at(first?.name ?? ''));
  expect((await messages())[0]).toMatch(/missing/);
});

it('without a place nothing is thrown: it says why', async () => {
  writeFileSync(join(home, 'file'), '');
  const place = { ...host, environment: { CAP_STATE_DIR: join(home, 'file') } };
  expect(await appendAudit(facts('x'), place)).toMatchObject({ kind: 'unavailable' });
  mkdirSync(at(''), { recursive: true });
  writeFileSync(join(home, 'audit-key'), 'short');
  chmodSync(join(home, 'audit-key'), 0o600);
  expect(await appendAudit(facts('x'), host)).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('BAD_KEY'),
  });
});
