/** `cap approve TOKEN`: shows a person what a call would do and takes their yes. Only on a terminal, never through a pipe. */
import type { Command } from 'commander';
import type { JsonObject } from '../capability/capability.ts';
import type { Approval } from '../contract/approval.v1.ts';
import { type Refusal, refuse } from '../reason/refusal.ts';
import { approvalMark, readToken } from '../run/confirm/token.ts';
import { refusalAnswer } from '../verbs/dispatch.ts';
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
        const given = await approveCall(token, host.approvals);
        const answer = 'kind' in given ? refusalAnswer(given) : { exitCode: 0, body: `${JSON.stringify(given)}\n` };
        const about = { optionAt: () => 'TOKEN', help: 'cap approve --help', next: nextOf(token, given) };
        return { answer, everywhere: everywhereOf(approve), ...about };
      })(),
    ),
  );
}

/** A yes that was not said can still be said; a confirmation that does not hold is asked for anew by the call itself. */
function nextOf(token: string, given: Approval | Refusal): string {
  const waits = 'kind' in given && given.path === undefined;
  const anew = 'kind' in given && !waits && given.expected === undefined;
  if (waits) return `cap approve ${shellWord(clean(token))}`;
  const call = 'the same call once more';
  return anew
    ? `${call}, without this confirmation: it asks anew`
    : `${call}, with --confirmation-token ${clean(token)}`;
}

/** The person's yes, kept for exactly this call; or why there is none. */
export async function approveCall(token: string, approvals: Host['approvals']): Promise<Approval | Refusal> {
  const desk = await approvals.open();
  if (desk.kind === 'unavailable') return refuse('state_unavailable', { message: `${desk.message}.` });
  const read = readToken(token, desk);
  if (read.kind === 'invalid') {
    const message =
      read.why === 'expired' ? 'This confirmation has expired.' : 'This confirmation was not issued here.';
    return refuse('denied', { message, path: '/confirmation_token' });
  }
  const { ticket } = read;
  const spent = await desk.wasSpent(ticket.nonce);
  if (typeof spent !== 'boolean') return refuse('state_unavailable', { message: `${spent.message}.` });
  if (spent) {
    const message = 'This confirmation was used before; each is good for one execution.';
    return refuse('denied', { message, path: '/confirmation_token' });
  }
  const question = ticket.approver === 'human' ? await approvals.question(ticket.nonce) : undefined;
  if (question === undefined) {
    const expected = 'a confirmation that waits for a human';
    return refuse('denied', { message: 'This confirmation asks for no human.', path: '/confirmation_token', expected });
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

function asked(question: JsonObject, wanted: string): string {
  const resources = (question.affected_resources as readonly string[]).map(
    (resource) => `  touches ${clean(resource)}`,
  );
  const lines = ['This is waiting for a yes:', `  ${clean(String(question.summary))}`, ...resources];
  return `${lines.join('\n')}\nType ${JSON.stringify(clean(wanted.trim()))} to approve, anything else to refuse: `;
}
