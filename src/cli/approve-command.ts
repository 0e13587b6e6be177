/**
 * `cap approve TOKEN`: shows a person what a call would do and takes their yes, or their no. Only on a terminal, never
 * through a pipe; what a policy hides or denies now, where the yes is typed or where the call is governed, is not asked for.
 */
import type { Command } from 'commander';
import type { Approval } from '../contract/approval.v1.ts';
import { applies, hidingRules, type Policy } from '../policy/policy.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { answeredOf, type Question, questionFrom } from '../run/confirm/question.ts';
import { approvalMark, readToken } from '../run/confirm/token.ts';
import { approvalNeeded } from '../run/decide.ts';
import { refusalAnswer } from '../verbs/dispatch.ts';
import type { World } from '../verbs/world.ts';
import { addEverywhere, everywhereOf } from './everywhere.ts';
import { examplesHelp, exitCodesHelp } from './help.ts';
import type { Host } from './host.ts';
import { touchedLines } from './render/run-plan.ts';
import { clean } from './render/screen.ts';
import { judgedLines } from './render/unforgeable.ts';
import type { Reply } from './reply.ts';
import { shellWord } from './shell-words.ts';
import { takeWord } from './take-word.ts';

export function addApproveCommand(program: Command, host: Host, take: (work: Promise<Reply>) => void): void {
  const approve = program
    .command('approve')
    .description(
      'Say yes to a call that asks for a human. Works on a terminal only; any process can make itself one (a pty), so whoever runs an agent must give it neither a terminal nor a shell.',
    );
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
  world: Pick<World, 'policy' | 'policyOf' | 'snapshot'>,
): Promise<Approval | Refusal> {
  const desk = await approvals.open();
  if (desk.kind === 'unavailable') return refuse('state_unavailable', { message: `${desk.message}.` });
  const read = readToken(token, desk);
  if (read.kind === 'invalid') return invalid(read.why === 'expired' ? 'has expired' : UNKNOWN);
  const { ticket } = read;
  const asksHuman = ticket.approver === 'human';
  const question = asksHuman ? questionFrom(await approvals.question(ticket.nonce)) : undefined;
  if (asksHuman && question === undefined) return invalid(UNKNOWN);
  // Before all else that is told of it: of what is hidden nothing is known.
  const shut = question === undefined ? undefined : await shutNow(question, world);
  if (shut !== undefined) return shut;
  const spent = await desk.wasSpent(ticket.nonce);
  if (typeof spent !== 'boolean') return refuse('state_unavailable', { message: `${spent.message}.` });
  if (spent) return invalid('was used before, and each is good for one execution');
  if (question === undefined) {
    const expected = 'a confirmation that waits for a human';
    const message = 'This confirmation asks for no human: the call may be sent with it as it is.';
    return refuse('denied', { message, path: '/confirmation_token', expected });
  }
  const refused = await takeWord(approvals.askPerson, {
    question: asked(question, approvals.columns?.() ?? UNKNOWN_COLUMNS),
    wanted: question.type_to_approve,
    otherwise: 'Not approved, and the call still waits',
    nobody: NOBODY,
  });
  if (refused === NOBODY) return refused;
  if (refused !== undefined) return declined(refused, question, ticket.nonce, approvals);
  // A yes that nobody could read of later is none.
  const recorded = await approvals.record(answeredOf(question, 'human', 'approved'));
  if (recorded.kind === 'unavailable') {
    return refuse('state_unavailable', { message: `Not approved, and the call still waits: ${recorded.message}.` });
  }
  const kept = await approvals.keep(ticket.nonce, approvalMark(ticket, desk));
  if (kept.kind === 'unavailable') {
    await approvals.record(answeredOf(question, 'human', 'declined', `the yes could not be kept: ${kept.message}`));
    return refuse('state_unavailable', { message: `${kept.message}.` });
  }
  return {
    version: 'approval.v1',
    approved: true,
    canonical_path: question.canonical_path,
    summary: question.summary,
    input_hash: ticket.inputHash,
  };
}

const NOBODY = refuse('denied', { message: 'A human approves on a terminal of their own: there is none here.' });

/** A no takes back an earlier yes to the same call. */
async function declined(
  refused: Refusal,
  question: Question,
  nonce: string,
  approvals: Host['approvals'],
): Promise<Refusal> {
  const [withdrawn, recorded] = [
    await approvals.withdraw(nonce),
    await approvals.record(answeredOf(question, 'human', 'declined', refused.message)),
  ];
  if (withdrawn.kind === 'unavailable') {
    return refuse('state_unavailable', { message: `An earlier yes may still hold: ${withdrawn.message}.` });
  }
  if (recorded.kind !== 'unavailable') return refused;
  return { ...refused, message: `${refused.message} The audit does not have it: ${recorded.message}.` };
}

const UNKNOWN = 'was not issued here';

function invalid(why: string): Refusal {
  return refuse('denied', { message: `This confirmation ${why}: ${ANEW}.`, path: '/confirmation_token' });
}

/**
 * Why a yes could only fail, by the policies of now: undefined where it may be asked for. What is hidden was never asked.
 * The call has its own, which may stand elsewhere than where the yes is typed; both have a say.
 */
async function shutNow(question: Question, { policy, policyOf, snapshot: open }: Parameters<typeof approveCall>[2]) {
  const here = policy();
  if (isRefusal(here)) return here;
  const { governed, facts } = question;
  const there = governed === null ? undefined : await policyOf?.(governed.directories, governed.tops, governed.from);
  const policies: Policy[] = [here];
  if (there !== undefined) {
    if (isRefusal(there)) return there;
    policies.push(there);
  }
  const isHidden = policies.some((one) => hidingRules(one).some(({ applies_to }) => applies(applies_to, facts)));
  if (isHidden) return invalid(UNKNOWN);
  if (there !== undefined && there.revision !== question.policy_revision) {
    return invalid('was asked for under a policy that has changed since');
  }
  const snapshot = open();
  const doc = isRefusal(snapshot) || snapshot.sourceHash !== question.source_hash ? -1 : snapshot.find(facts.id);
  const handler = isRefusal(snapshot) || doc < 0 ? undefined : snapshot.contract(doc).handler;
  const { confirmation, network_policy: networkPolicy } = question;
  const { sideEffect } = facts;
  const capability = { confirmation, networkPolicy, sideEffect, ...(handler === undefined ? {} : { handler }) };
  for (const one of policies) {
    const needed = approvalNeeded(one, facts, capability, undefined, undefined);
    if (needed.kind !== 'denied') continue;
    const message = `No yes helps here: ${needed.message ?? 'A policy denies this.'} (${needed.rule})`;
    return refuse('denied', { message, path: '/confirmation_token', expected: 'a call that the policy allows' });
  }
  return undefined;
}

const UNKNOWN_COLUMNS = 80;

/** Nothing of it that others have written can pass for another line of it. */
function asked({ summary, affected_resources: resources, type_to_approve: wanted }: Question, columns: number): string {
  const lines = [
    'This is waiting for a yes:',
    ...judgedLines('  ', summary, columns),
    ...touchedLines(resources, columns),
  ];
  const last = `Type ${JSON.stringify(clean(wanted.trim()))} to approve, anything else to refuse: `;
  const isWide = last.length > columns;
  const typed = isWide ? ['Type this to approve, on one line:', ...judgedLines('  ', wanted.trim(), columns)] : [];
  return [...lines, ...typed, isWide ? 'Anything else refuses: ' : last].join('\n');
}
