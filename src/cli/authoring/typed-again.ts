/** All that an author has said as one command line: typed as it stands, it goes on where they left. */
import { shellLine } from '../shell-words.ts';
import type { Flag, Flags } from './questions.ts';

/** The option of each flag, in the order in which they are shown; the command stands behind `--`. */
const OPTIONS: readonly (readonly [flag: Flag, option: string])[] = [
  ['title', '--title'],
  ['summary', '--summary'],
  ['alias', '--alias'],
  ['when', '--when'],
  ['not', '--not'],
  ['entity', '--entity'],
  ['intent', '--intent'],
  ['sideEffect', '--side-effect'],
  ['affects', '--affects'],
  ['verify', '--verify'],
  ['argument', '--argument'],
  ['example', '--example'],
  ['step', '--step'],
  ['done', '--done'],
  ['stop', '--stop'],
];

/** The option that gives a flag. */
export function optionOf(flag: Flag): string {
  return OPTIONS.find(([one]) => one === flag)?.[1] ?? `--${flag}`;
}

/** `place`: the words in front, which say what is made and where. */
export function typedAgain(place: readonly string[], said: Partial<Flags>): string {
  const given = OPTIONS.flatMap(([flag, option]) => {
    const value = said[flag];
    return (value === undefined ? [] : Array.isArray(value) ? value : [value]).flatMap((one) => [option, one]);
  });
  const command = said.command ?? [];
  return shellLine([...place, ...given, ...(command.length === 0 ? [] : ['--', ...command])]);
}
