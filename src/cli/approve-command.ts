/**
 * `cap approve TOKEN`: shows a person what a call would do and takes their yes. Only on a terminal, never through a pipe;
 * and what the policy of now hides or denies is not asked for.
 */
import type { Command } from 'commander';
import type { JsonObject } from '../capability/capability.ts';
import type { Approval } from '../contract/approval.v1.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { approvalMark, readToken } from '../run/confirm/token.ts';
import { approvalNeeded } from '../run/decide.ts';
import { refusalAnswer } from '../verbs/dispatch.ts';
import { govern } from '../verbs/governance.ts';
import type { World } from '../verbs/world.ts';
import { addEverywhere, everywhereOf } from './everywhere.ts';
import { examplesHelp, exitCodesHelp } from './help.ts';
import type { Host } from './host.ts';
import { clean } from './render/screen.ts';
import type { Reply } from './reply.ts';
import { shellWord } from './shell-words.ts';
import { takeWord } from './take-word.ts';

export function addApproveCommand(program: Command, host: Host, take: (work: Promise<Reply>) => void): void {
  const approve = program
    .command('approve')
    .description('Say yes to a call that asks for a human. Works on a terminal only.');
  approve.argument('<token>', 'the confirmation_token of the call');
  addEverywhere(approve)
    .addHelpText('after', examplesHelp(['cap approve cap1.h.…']))
    .addHelpText('after', exitCodesHelp());
  approve.action((token: string) =>
    take(
      (async () => {
        const everywhere = everywhereOf(approve);
        const given = await approveCall(token, host.approvals, host.world(everywhere.snapshot));
        const answer = 'kind' in given ? refusalAnswer(given) : { exitCode: 0, body: `${JSON.stringify(given)}\n` };
        const about = { optionAt: () => 'TOKEN', help: 'cap approve --help', ...nextOf(token, given) };
        return { answer, everywhere, ...about };
      })(),
    ),
  );
}

/** A yes that was not said can still be said; a yes that was said goes with the call. All else is said by the refusal. */
function nextOf(token: string, given: Approval | Refusal): { readonly next?: string } {
  const shown = shellWord(clean(token));
  if (!('kind' in given)) return { next: `--confirmation-token ${shown}` };
  return given.path === undefined ? { next: `cap approve ${shown}` } : {};
}

const ANEW = 'the same call without it asks for another one';

/** The person's yes, kept for exactly this call; or why there is none. */
export async function approveCall(
  token: string,
  approvals: Host['approvals'],
  world: Pick<World, 'policy' | 'snapshot' | 'caller'>,
): Promise<Approval | Refusal> {
  const desk = await approvals.open();
  if (desk.kind === 'unavailable') return refuse('state_unavailable', { message: `${desk.message}.` });
  const read = readToken(token, desk);
  if (read.kind === 'invalid') return invalid(read.why === 'expired' ? 'has expired' : UNKNOWN);
  const { ticket } = read;
  const question = ticket.approver === 'human' ? await approvals.question(ticket.nonce) : undefined;
  // Before all else that is told of it: of what is hidden nothing is known.
  const shut = question === undefined ? undefined : shutNow(String(question.canonical_path), world);
  if (shut !== undefined) return shut;
  const spent = await desk.wasSpent(ticket.nonce);
  if (typeof spent !== 'boolean') return refuse('state_unavailable', { message: `${spent.message}.` });
  if (spent) return invalid('was used before, and each is good for one execution');
  if (question === undefined) {
    const expected = 'a confirmation that waits for a human';
    const message = 'This confirmation asks for no human: the call may be sent with it as it is.';
    return refuse('denied', { message, path: '/confirmation_token', expected });
  }
  const wanted = String(question.type_to_approve);
  const refused = await takeWord(approvals.askPerson, {
    question: asked(question, wanted),
    wanted,
    otherwise: 'Not approved, and the call still waits',
    nobody: refuse('denied', { message: 'A human approves on a terminal of their own: there is none here.' }),
  });
  if (refused !== undefined) return refused;
  const kept = await approvals.keep(ticket.nonce, approvalMark(ticket, desk));
  if (kept.kind === 'unavailable') return refuse('state_unavailable', { message: `${kept.message}.` });
  return {
    version: 'approval.v1',
    approved: true,
    canonical_path: String(question.canonical_path),
    summary: String(question.summary),
    input_hash: ticket.inputHash,
  };
}

const UNKNOWN = 'was not issued here';

function invalid(why: string): Refusal {
  return refuse('denied', { message: `This confirmation ${why}: ${ANEW}.`, path: '/confirmation_token' });
}

/** Why a yes could only fail, by the policy of now: undefined where it may be asked for. What is hidden was never asked. */
function shutNow(id: string, { policy: policyOf, snapshot: open, caller }: Parameters<typeof approveCall>[2]) {
  const policy = policyOf();
  if (isRefusal(policy)) return policy;
  const snapshot = open();
  if (isRefusal(snapshot)) return snapshot;
  const { hidden, factsOf } = govern(policy, snapshot, caller);
  if (hidden?.(id) === true) return invalid(UNKNOWN);
  const facts = factsOf(id);
  if (facts === undefined) return undefined;
  const needed = approvalNeeded(policy, facts, snapshot.contract(snapshot.find(id)), undefined, undefined);
  if (needed.kind !== 'denied') return undefined;
  const message = `No yes helps here: ${needed.message ?? 'A policy denies this.'} (${needed.rule})`;
  return refuse('denied', { message, path: '/confirmation_token', expected: 'a call that the policy allows' });
}

function asked(question: JsonObject, wanted: string): string {
  const resources = (question.affected_resources as readonly string[]).map(
    (resource) => `  touches ${clean(resource)}`,
  );
  const lines = ['This is waiting for a yes:', `  ${clean(String(question.summary))}`, ...resources];
  return `${lines.join('\n')}\nType ${JSON.stringify(clean(wanted.trim()))} to approve, anything else to refuse: `;
}
