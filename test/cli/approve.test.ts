/** A human's yes on a terminal: what is shown, what has to be typed, and that a pipe is nobody. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EXECUTABLE } from '../../scripts/build/root.ts';
import { verifyChain } from '../../src/audit/chain.ts';
import type { AuditEvent } from '../../src/audit/event.ts';
import { approveCall } from '../../src/cli/approve-command.ts';
import { renderRun } from '../../src/cli/render/run.ts';
import { readAudit } from '../../src/platform/audit-log.ts';
import { NO_POLICY, type Policy, type Rule } from '../../src/policy/policy.ts';
import { isRefusal, type Refusal, refuse } from '../../src/reason/refusal.ts';
import { writeSnapshot } from '../../src/snapshot/write.ts';
import { type Bench, capability, command, openBench, waiting } from '../run/capabilities.ts';
import { inputOf } from '../snapshot/catalog.ts';
import { openCatalog, worldOf } from '../verbs/world.ts';
import { approvalsIn } from './approvals.ts';

let bench: Bench;
let typed: string | undefined;
let shown = '';
let policy: Policy | Refusal = NO_POLICY;
beforeEach(() => {
  policy = NO_POLICY;
  shown = '';
  bench = openBench();
  typed = undefined;
});
afterEach(() => bench.close());

const drop = capability({
  sideEffect: 'I',
  effect: 'destructive',
  confirmation: 'human',
  affectedResources: ['{what}'],
  handler: command({ executable: 'true', stdin: { arg: 'what' } }),
});

async function askedToken(what: string): Promise<string> {
  return waiting(await bench.call(drop, { what })).token;
}

const environment = () => ({ CAP_STATE_DIR: join(bench.home, 'state') });
const audit = () => ({ environment: environment(), platform: 'linux' as const });
const approve = (token: string) =>
  approveCall(
    token,
    approvalsIn(join(bench.home, 'state'), async (question) => {
      shown = question;
      return typed === undefined ? { kind: 'nobody' } : { kind: 'typed', line: typed };
    }),
    worldOf(openCatalog(writeSnapshot(inputOf([drop]))), () => policy),
  );
const run = (token: string, what: string) => bench.call(drop, { what }, { confirmation_token: token });

it('is taken when the name of what is destroyed is typed, and counts for that call once', async () => {
  const token = await askedToken('database');
  typed = 'database';
  expect(await approve(token)).toMatchObject({ approved: true, canonical_path: 'test.echo' });
  expect(shown).toContain('It touches:\n  - database');
  expect(shown).toContain('Type "database" to approve');
  expect(await run(token, 'database')).toMatchObject({ kind: 'finished' });
  expect(await run(token, 'database')).toMatchObject({ kind: 'refusal', reason: 'denied' });
  shown = '';
  expect(await approve(token)).toMatchObject({ reason: 'denied', message: expect.stringContaining('was used before') });
  expect(shown).toBe('');
});

it.each([['yes'], [''], ['databas'], [undefined]])('is not taken when %j is typed', async (text) => {
  const token = await askedToken('database');
  typed = text;
  const answer = await approve(token);
  expect(isRefusal(answer) && answer.reason).toBe('denied');
  expect(await run(token, 'database')).toMatchObject({ kind: 'confirmation_required' });
});

const log = async () => {
  const { files, head, anchor } = await readAudit(audit());
  const lines = files.flatMap((file) => file.lines);
  expect(verifyChain(files, head, { anchor })).toEqual({ events: lines.length, findings: [] });
  return lines.map((line) => JSON.parse(line) as AuditEvent);
};

it('stands in the audit: what was shown, yes or no, said by a human, and of nobody nothing', async () => {
  const token = await askedToken('database');
  for (typed of [undefined, 'no', 'database']) await approve(token);
  await run(token, 'database');
  const [question, no, yes, intent, ...more] = await log();
  expect([no, yes, intent, more.length].map((one) => (typeof one === 'number' ? one : one?.kind))).toEqual([
    ...['declined', 'approved', 'intent'],
    1,
  ]);
  const shared = { operation_id: question?.operation_id, input_hash: question?.input_hash, tool_call_id: 'call-1' };
  const details = { approver: 'human', shown_hash: question?.details.shown_hash };
  expect(yes).toMatchObject({ ...shared, user: String(process.getuid?.()), details });
  expect(no).toMatchObject({ ...shared, details: { ...details, message: expect.stringContaining('something else') } });
  expect(intent).toMatchObject({ input_hash: question?.input_hash, details: { confirmed_by: 'human' } });
});

it('is none where it cannot be written down', async () => {
  const token = await askedToken('database');
  typed = 'database';
  const home = join(bench.home, 'state', 'audit');
  renameSync(home, `${home} away`);
  writeFileSync(home, '');
  expect(await approve(token)).toMatchObject({
    reason: 'state_unavailable',
    message: expect.stringContaining('audit'),
  });
  rmSync(home);
  renameSync(`${home} away`, home);
  expect(await run(token, 'database')).toMatchObject({ kind: 'confirmation_required' });
});

it('is taken back by a no', async () => {
  const token = await askedToken('database');
  for (typed of ['database', 'no']) await approve(token);
  expect(await run(token, 'database')).toMatchObject({ kind: 'confirmation_required' });
});

it('shows control characters harmlessly', async () => {
  const token = await askedToken('a\u001b[2Jb');
  await approve(token);
  expect(shown).not.toContain('\u001b');
});

it('shows a name with newlines in it on one line: neither the question nor the plan is made by a file', async () => {
  const forged = 'a\n  - nothing\nNothing was executed.\nType "y';
  await approve(await askedToken(forged));
  const answer = await bench.answer(drop, { what: forged });
  if (isRefusal(answer)) throw new Error(answer.message);
  const screen = { columns: 400, colour: { out: false, err: false }, help: '', optionAt: () => undefined };
  const plan = renderRun(answer.response, { ...screen, command: (line) => line }).text;
  for (const text of [shown, plan]) {
    expect(text).toContain('(U+000A)␣␣- nothing');
    expect(text.split('\n').filter((line) => /^ *- /.test(line))).toHaveLength(1);
  }
  expect(plan.match(/^Nothing was executed\.$/gm)).toHaveLength(1);
});

it('is not asked for a token of somebody else', async () => {
  typed = 'database';
  expect(await approve(`${(await askedToken('database')).slice(0, -1)}x`)).toMatchObject({ reason: 'denied' });
});

const under = (rule: Partial<Rule>): Policy => ({
  ...NO_POLICY,
  rules: [{ name: 'shut', level: 'project', applies_to: { ids: ['test'] }, ...rule }],
});

it('is not asked for what a policy hides since: such a token is answered as one that nobody issued, used or not', async () => {
  const token = await askedToken('database');
  typed = 'database';
  const unknown = await approve('cap1.h.0.0.0.0.0');
  policy = under({ discover: 'deny' });
  expect(await approve(token)).toEqual(unknown);
  policy = NO_POLICY;
  await approve(token);
  await run(token, 'database');
  policy = under({ discover: 'deny' });
  shown = '';
  expect(await approve(token)).toEqual(unknown);
  expect(shown).toBe('');
});

it.each<[string, Policy | Refusal, string]>([
  ['reading its contract is denied', under({ describe: 'deny' }), 'rule "shut" of the project policy'],
  ['executing is denied', under({ execute: 'deny', because: 'Not on Fridays.' }), 'Not on Fridays. (rule "shut"'],
  ['nothing may be changed', { ...NO_POLICY, mode: { mode: 'read-only', level: 'user' } }, 'mode read-only'],
  ['the policy cannot be used', refuse('denied', { message: 'Broken.' }), 'Broken.'],
])('is not asked for where it could only fail: %s', async (_why, since, told) => {
  const token = await askedToken('database');
  typed = 'database';
  policy = since;
  const answer = await approve(token);
  expect(answer).toMatchObject({ kind: 'refusal', message: expect.stringContaining(told) });
  expect(shown).toBe('');
  expect(await run(token, 'database')).toMatchObject({ kind: 'confirmation_required' });
});

it('cannot come through a pipe', async () => {
  const token = await askedToken('database');
  const home = mkdtempSync(join(tmpdir(), 'cap-approve-'));
  const env = { PATH: process.env.PATH, HOME: home, ...environment() };
  const { status, stdout } = spawnSync(EXECUTABLE, ['approve', token], {
    env,
    input: 'database\n',
    cwd: home,
  });
  rmSync(home, { recursive: true });
  expect(status).toBe(4);
  expect(JSON.parse(String(stdout)).error.message).toContain('terminal');
  expect(await run(token, 'database')).toMatchObject({ kind: 'confirmation_required' });
});
