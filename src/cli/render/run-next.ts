/** The command that comes next after a run that is not simply done: exactly as it is typed, and never folded. */
import type { ActionRunResponse } from '../../contract/action-run.v1.ts';
import { shellWord } from '../shell-words.ts';
import { clean, type Paint, type Screen } from './screen.ts';

type Confirmation = NonNullable<ActionRunResponse['confirmation']>;

export function nextLines(answer: ActionRunResponse, screen: Screen, paint: Paint): string[] {
  if (answer.status === 'succeeded') return [];
  const { confirmation } = answer;
  if (confirmation !== undefined && confirmation.confirmation_token !== null) {
    return confirmLines(confirmation, confirmation.confirmation_token, screen, paint);
  }
  return [`Next: ${paint.bold(nextOf(answer, screen))}`];
}

function nextOf({ status, invocation, errors, executed }: ActionRunResponse, screen: Screen): string {
  const id = clean(invocation.canonical_path);
  const again = screen.again?.line ?? screen.help;
  const [error] = errors ?? [];
  if (screen.next !== undefined) return screen.next;
  // A confirmation that does not hold is asked for anew; what a policy denies no confirmation opens.
  if (error?.reason === 'denied' && error.path === undefined) return screen.command(`cap policy explain ${id}`);
  switch (status) {
    case 'unavailable':
      // Its doors are open: it was looked at, and other arguments are what may help.
      if (error?.message.startsWith(`${invocation.canonical_path} would not work: `) === true) return screen.help;
      return screen.command(`cap doors ${id}`);
    case 'circuit_open':
      return screen.command('cap recover --reset-circuits');
    case 'outcome_unknown':
      // What was open and has turned out well is closed: there is nothing to recover.
      return !executed && error?.expected !== undefined ? again : screen.command('cap recover');
    case 'invalid_arguments':
    case 'failed':
      return screen.help;
    default:
      return again;
  }
}

function confirmLines(confirmation: Confirmation, given: string, screen: Screen, paint: Paint): string[] {
  const token = clean(given);
  const { again } = screen;
  const end = confirmation.expires_at === null ? '' : ` until ${dateOf(confirmation.expires_at)}`;
  const run = again === undefined ? undefined : `${again.line} --confirmation-token ${token}`;
  const words = run ?? `--confirmation-token ${token}, behind the same command`;
  if (confirmation.approver === 'caller') return [`It holds for this call, once,${end}.`, `Next: ${paint.bold(words)}`];
  const file = again?.untrusted();
  const asked = again?.token === given ? ['Nobody has approved this confirmation yet.'] : [];
  const approve = paint.bold(`cap approve ${token}`);
  if (file === undefined) {
    return [...asked, `Next: ${approve}`, `Then, once,${end}:`, `  ${paint.bold(words)}`];
  }
  return [
    ...asked,
    `Next: ${paint.bold(`cap trust ${shellWord(clean(file))}`)}`,
    'and this command again: the actions of the catalog go by their own rules then.',
    `Or this call alone, once,${end}:`,
    `  ${approve}`,
    `  ${paint.bold(words)}`,
  ];
}

/** A time for a person, in seconds. */
function dateOf(timestamp: string): string {
  return clean(timestamp)
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}
