/** All that an author has said as one command line: typed as it stands, it goes on where they left. */
import { shellLine } from '../shell-words.ts';
import type { Flag, Flags } from './questions.ts';

/** In the order in which they are shown; the command stands behind `--`. */
const FLAGS: readonly Flag[] = [
  ...(['title', 'summary', 'alias', 'when', 'not', 'entity', 'intent', 'sideEffect', 'affects', 'verify'] as const),
  ...(['argument', 'example', 'step', 'done', 'stop'] as const),
];

/** The option that gives a flag, as the command line spells it. */
export function optionOf(flag: Flag): string {
  return `--${flag.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
}

/** `place`: the words in front, which say what is made and where. */
export function typedAgain(place: readonly string[], said: Partial<Flags>): string {
  const given = FLAGS.flatMap((flag) => {
    const value = said[flag];
    return (value === undefined ? [] : Array.isArray(value) ? value : [value]).flatMap((one) => [optionOf(flag), one]);
  });
  const command = said.command ?? [];
  return shellLine([...place, ...given, ...(command.length === 0 ? [] : ['--', ...command])]);
}
