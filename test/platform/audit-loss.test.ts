/** An audit log that is gone, in whole or in its newest part: what stands beside it, and what knows of it, misses it. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyChain } from '../../src/audit/chain.ts';
import { type AuditHost, appendAudit, pruneAudit, readAudit } from '../../src/platform/audit-log.ts';

let home = '';
let host: AuditHost;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cap-audit-'));
  host = { environment: { CAP_STATE_DIR: home }, platform: 'linux' };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const facts = (name: string) => ({
  kind: 'intent' as const,
  operation_id: name,
  canonical_path: 'test.echo',
  tool_call_id: 'call-1',
  input_hash: null,
  details: {},
});
const fill = async (count: number) => {
  for (let number = 1; number <= count; number += 1) await appendAudit(facts(`operation ${number}`), host);
};
const at = (name: string) => join(home, 'audit', name);
const LOG = 'audit-000001.jsonl';
const messages = async () => {
  const { files, head, anchor } = await readAudit(host);
  return verifyChain(files, head, { anchor }).findings.map(({ line, message }) => `${line}: ${message}`);
};

describe('a log that is gone', () => {
  beforeEach(() => fill(3));
  const again = async () => {
    await appendAudit(facts('later'), host);
    return messages();
  };
  const anchor = () => join(home, 'audit-anchor');

  it('with all of its directory is missed, and goes on being missed when another is begun', async () => {
    rmSync(join(home, 'audit'), { recursive: true });
    expect(await messages()).toEqual(['1: the log was removed: event 3 was written']);
    expect(await again()).toEqual([expect.stringContaining('begun anew')]);
    const [first] = (await readAudit(host)).files;
    expect(first?.lines[0]).toContain('event 3 was written before');
  });

  it('with its anchor is missed by the key, and goes on being missed', async () => {
    rmSync(join(home, 'audit'), { recursive: true });
    rmSync(anchor());
    expect(await messages()).toEqual([expect.stringContaining('its key is there')]);
    expect(await again()).toEqual([expect.stringContaining('begun anew')]);
  });

  it('with its key is missed by the anchor', async () => {
    rmSync(join(home, 'audit'), { recursive: true });
    rmSync(join(home, 'audit-key'));
    expect(await messages()).toEqual([expect.stringContaining('not made with this key')]);
    expect(await again()).toEqual([expect.stringContaining('begun anew')]);
  });

  it('in its newest part, put back with its head and without an anchor, is missed', async () => {
    const copy = join(home, 'copy');
    cpSync(join(home, 'audit'), copy, { recursive: true });
    await fill(2);
    rmSync(join(home, 'audit'), { recursive: true });
    cpSync(copy, join(home, 'audit'), { recursive: true });
    rmSync(anchor());
    expect(await messages()).toEqual([expect.stringContaining('its key is there')]);
    expect(await again()).toEqual([expect.stringContaining('begun anew')]);
  });

  it('and was never written to is none: pruning makes a key and an anchor', async () => {
    for (const name of ['audit', 'audit-key', 'audit-anchor']) rmSync(join(home, name), { recursive: true });
    expect(await pruneAudit(1, host)).toEqual({ events: 0, files: [] });
    expect(await messages()).toEqual([]);
    expect(await again()).toEqual([]);
  });

  it('and a file in its place are no empty log', async () => {
    rmSync(join(home, 'audit'), { recursive: true });
    writeFileSync(join(home, 'audit'), '');
    await expect(messages()).rejects.toThrow(join(home, 'audit'));
    expect(await appendAudit(facts('later'), host)).toMatchObject({ kind: 'unavailable' });
  });

  it('in its newest part, put back from a copy with its head, is missed', async () => {
    const copy = join(home, 'copy');
    cpSync(join(home, 'audit'), copy, { recursive: true });
    await fill(2);
    rmSync(join(home, 'audit'), { recursive: true });
    cpSync(copy, join(home, 'audit'), { recursive: true });
    expect(await messages()).toEqual(['1: the log was put back to event 3: event 5 was written']);
    expect(await again()).toEqual([expect.stringContaining('begun anew')]);
  });

  it('leaves no way out by its anchor: without one, or with another, nothing is vouched for', async () => {
    const text = readFileSync(anchor(), 'utf8');
    rmSync(anchor());
    expect(await messages()).toEqual(['1: the anchor beside the log is missing, and there was one: its key is there']);
    writeFileSync(
      anchor(),
      text.replace(/^./, (first) => (first === '0' ? '1' : '0')),
    );
    expect(await messages()).toEqual([expect.stringContaining('not made with this key')]);
    rmSync(join(home, 'audit'), { recursive: true });
    expect(await messages()).toEqual([expect.stringContaining('not made with this key')]);
  });

  it('with anchor and key is missed by what knows of it: the journal, and an end that was noted down', async () => {
    const { files, head } = await readAudit(host);
    const noted = head?.last;
    if (noted === undefined) throw new Error('no head');
    const around = { anchor: noted, witnesses: [{ by: 'the journal', operation: 'operation 1' }], noted };
    expect(verifyChain(files, head, around).findings).toEqual([]);
    for (const name of ['audit', 'audit-key', 'audit-anchor']) rmSync(join(home, name), { recursive: true });
    await appendAudit(facts('later'), host);
    const after = await readAudit(host);
    const found = verifyChain(after.files, after.head, { ...around, anchor: after.anchor }).findings;
    expect(found.map(({ message }) => message)).toEqual([
      'the journal knows operation operation 1, and the log does not',
      'event 3 is not the one that was noted down',
    ]);
  });

  it.each([[LOG], ['head'], ['../audit-key'], ['../audit-anchor']])(
    'behind a pipe in the place of %s is not waited for',
    async (name) => {
      rmSync(at(name));
      execFileSync('mkfifo', ['-m', '600', at(name)]);
      expect((await messages()).length).toBeGreaterThan(0);
      await appendAudit(facts('later'), host);
      expect((await messages()).length).toBeGreaterThan(0);
    },
    10_000,
  );
});
