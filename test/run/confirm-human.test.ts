/** What cannot be undone waits for a human, whatever the caller brings. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Capability, JsonObject } from '../../src/capability/capability.ts';
import { keepApproval, openDesk, readQuestion } from '../../src/platform/confirmations.ts';
import { approvalMark, readToken } from '../../src/run/confirm/token.ts';
import type { RunOutcome } from '../../src/run/stages.ts';
import { type Bench, capability, command, openBench } from './capabilities.ts';

let bench: Bench;
let now = Date.now();
const open = (more: object = {}) => openBench({ clock: () => now, ...more });
beforeEach(() => {
  now = Date.now();
  bench = open();
});
afterEach(() => bench.close());

/** Appends a line to the file `done`: what was executed, and how often, stands there. */
function append(more: Partial<Capability> = {}): Capability {
  return capability({
    sideEffect: 'W-local',
    effect: 'write',
    confirmation: 'caller',
    affectedResources: ['{what}'],
    handler: command({ executable: 'tee', argv: ['-a', 'done'], stdin: { arg: 'what' } }),
    ...more,
  });
}

const A = { what: 'a\n' };
const B = { what: 'b\n' };

function done(at = bench): string {
  const file = join(at.home, 'done');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function tokenOf(outcome: RunOutcome): string {
  if (outcome.kind !== 'confirmation_required') throw new Error(`no token: ${JSON.stringify(outcome)}`);
  return outcome.token;
}

const ask = async (args: JsonObject = A, more: JsonObject = {}, subject = append()) =>
  tokenOf(await bench.call(subject, args, more));
const withToken = (token: string, args: JsonObject = A, more: JsonObject = {}, subject = append(), at = bench) =>
  at.call(subject, args, { confirmation_token: token, ...more });

const REFUSED = { kind: 'refusal', reason: 'denied', path: '/confirmation_token', executed: false };

describe('a human’s yes', () => {
  const drop = () => append({ sideEffect: 'I', effect: 'destructive', confirmation: 'human' });
  const environment = () => ({ CAP_STATE_DIR: join(bench.home, 'state') });

  it('is needed by what cannot be undone, and a token alone is not enough', async () => {
    const token = await ask(A, {}, drop());
    expect(await withToken(token, A, {}, drop())).toMatchObject({ kind: 'confirmation_required', token });
    expect(done()).toBe('');
    const desk = await openDesk(environment(), 'linux', () => now);
    const read = desk.kind === 'open' ? readToken(token, desk) : undefined;
    if (desk.kind !== 'open' || read?.kind !== 'valid') throw new Error('not readable');
    const { nonce } = read.ticket;
    expect(await readQuestion(environment(), 'linux', nonce)).toMatchObject({
      canonical_path: 'test.echo',
      type_to_approve: 'a',
    });
    const otherMark = approvalMark({ ...read.ticket, inputHash: 'f'.repeat(64) }, desk);
    await keepApproval(environment(), 'linux', nonce, otherMark);
    expect(await withToken(token, A, {}, drop())).toMatchObject({ kind: 'confirmation_required' });
    expect(done()).toBe('');
  });

  it('lets exactly this call through, once', async () => {
    const token = await ask(A, {}, drop());
    const desk = await openDesk(environment(), 'linux', () => now);
    const read = desk.kind === 'open' ? readToken(token, desk) : undefined;
    if (desk.kind !== 'open' || read?.kind !== 'valid') throw new Error('not readable');
    await keepApproval(environment(), 'linux', read.ticket.nonce, approvalMark(read.ticket, desk));
    expect(await withToken(token, B, {}, drop())).toMatchObject(REFUSED);
    expect(await withToken(token, A, {}, drop())).toMatchObject({ kind: 'finished' });
    expect(await withToken(token, A, {}, drop())).toMatchObject(REFUSED);
    expect(done()).toBe('a\n');
  });
});
