/** What cannot be undone waits for a human, whatever the caller brings. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepApproval, openDesk, readQuestion } from '../../src/platform/confirmations.ts';
import { approvalMark, readToken } from '../../src/run/confirm/token.ts';
import { type Bench, openBench } from './capabilities.ts';
import { A, append, B, callsOn, REFUSED } from './confirmed-calls.ts';

let bench: Bench;
let now = Date.now();
const open = (more: object = {}) => openBench({ clock: () => now, ...more });
beforeEach(() => {
  now = Date.now();
  bench = open();
});
afterEach(() => bench.close());
const { ask, withToken, done } = callsOn(() => bench);

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
