/** What the parser of the command line complains of, as a refusal of our own table. Nothing was executed by then. */
import type { CommanderError } from 'commander';
import { harmless } from '../contract/text-limits.ts';
import { nearest } from '../reason/nearest.ts';
import { type Refusal, refuse } from '../reason/refusal.ts';

/** How much of a mistyped word a message repeats. */
const SHOWN = 64;

/** Where on the command line it went wrong: behind `cap`, or behind one of its words that takes another. */
export type UsagePlace = { readonly behind: string; readonly names: readonly string[]; readonly asked?: string };

/** `names` of the place are the commands that could have been meant; `asked` is the one that help was asked for. */
export function usageRefusal(error: CommanderError, { behind, names, asked }: UsagePlace): Refusal {
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
    case 'commander.help': {
      const expected = `one of ${names.join(', ')}`;
      if (asked === undefined) return refuse('usage', { message: `No verb is given behind ${behind}.`, expected });
      const near = nearest(asked, names);
      const hint = near === undefined ? {} : { did_you_mean: near };
      return refuse('unknown_verb', { expected, received: harmless(asked, SHOWN), ...hint });
    }
    default:
      return refuse('usage', { message: sentence(harmless(error.message.split('\n')[0] ?? '', 4 * SHOWN)) });
  }
}

function sentence(text: string): string {
  const bare = text.replace(/^error: /, '').replace(/\.$/, '');
  return `${bare.slice(0, 1).toUpperCase()}${bare.slice(1)}.`;
}
