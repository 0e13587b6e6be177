/** The closing parts of help: examples, exit codes with their reasons, and what each reason means, from the one table. */
import { EXIT_CODES, REASONS } from '../reason/reasons.ts';

export function examplesHelp(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`;
}

/** Each exit code, what it says, and the reasons that end in it. */
export function exitCodesHelp(): string {
  const lines = EXIT_CODES.flatMap(({ code, meaning }) => {
    const reasons = Object.entries(REASONS)
      .filter(([, { exit }]) => exit === code)
      .map(([reason]) => reason);
    const alone = reasons.length === 1 && reasons[0]?.replaceAll('_', ' ') === meaning;
    return [`  ${String(code).padStart(3)}  ${meaning}`, ...(alone ? [] : inRows(reasons))];
  });
  return `\nExit codes, and the reasons in error.v1 that end in them:\n${lines.join('\n')}`;
}

/** What each reason means. */
export function reasonsHelp(): string {
  const width = Math.max(...Object.keys(REASONS).map((reason) => reason.length));
  const lines = Object.entries(REASONS).map(([reason, { message }]) => `  ${reason.padEnd(width)}  ${message}`);
  return `\nReasons:\n${lines.join('\n')}`;
}

/** Reasons below their code, in rows that fit a narrow terminal. */
function inRows(reasons: readonly string[]): string[] {
  const rows: string[] = [];
  for (const reason of reasons) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + reason.length < 68) rows[rows.length - 1] = `${last}, ${reason}`;
    else rows.push(reason);
  }
  return rows.map((row) => `       ${row}`);
}
