/** What the parser of the command line complains of, as a refusal of our own table. Nothing was executed by then. */
import type { CommanderError } from 'commander';
import { harmless } from '../contract/text-limits.ts';
import { type Refusal, refuse } from '../reason/refusal.ts';

/** How much of a mistyped word a message repeats. */
const SHOWN = 64;

/** `names` are the commands that could have been meant. */
export function usageRefusal(error: CommanderError, names: readonly string[]): Refusal {
  const received = / '(.*?)'/s.exec(error.message)?.[1];
  const meant = /Did you mean (?:one of )?([^?]+)\?/.exec(error.message)?.[1];
  const about = {
    ...(received === undefined ? {} : { received: harmless(received, SHOWN) }),
    ...(meant === undefined ? {} : { did_you_mean: harmless(meant, SHOWN) }),
  };
  switch (error.code) {
    case 'commander.unknownCommand':
      return refuse('unknown_verb', { expected: `one of ${names.join(', ')}`, ...about });
    case 'commander.unknownOption':
      return refuse('usage', { message: 'There is no such option.', expected: 'an option of --help', ...about });
    case 'commander.help':
      return refuse('usage', { message: 'No verb is given.', expected: `one of ${names.join(', ')}` });
    default:
      return refuse('usage', { message: sentence(harmless(error.message.split('\n')[0] ?? '', 4 * SHOWN)) });
  }
}

function sentence(text: string): string {
  const bare = text.replace(/^error: /, '').replace(/\.$/, '');
  return `${bare.slice(0, 1).toUpperCase()}${bare.slice(1)}.`;
}
