/** A person at a terminal: script(1) gives one of 80 columns, and what they type is typed when a question stands there. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { barely, EXECUTABLE, emptyDirectory } from './executable.ts';

export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';

export type Shown = { readonly status: number | null; readonly screen: string };

type Sitting = {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** A line for each question, in turn; CTRL_C and CTRL_D are keys. A question too many is left with CTRL_D, or with `answer`. */
  readonly answers?: readonly string[];
  /** What is typed when the answers are used up, by what stands on the screen. */
  readonly answer?: (question: string) => string;
  /** Keys that are pressed after a while, whatever stands on the screen. */
  readonly later?: string;
};

/** Escape sequences that move the cursor or clear a line. */
const CURSOR = new RegExp(`${'\u001b'}\\[\\d*[A-Z]`, 'g');

/** Types one command line of a shell and gives all that is shown until it has ended. */
export function typeAtTerminal(
  line: string,
  { env = {}, cwd, answers = [], answer = () => CTRL_D, later }: Sitting = {},
): Promise<Shown> {
  const surroundings = { ...barely(), ...env };
  // The PATH of a test may lack script(1) and stty(1), which are none of its business.
  const child = spawn('/usr/bin/script', ['-qec', `/usr/bin/stty cols 80 rows 40 -echo; exec ${line}`, '/dev/null'], {
    env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...surroundings },
    cwd: cwd ?? emptyDirectory(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const left = [...answers];
  const chunks: Buffer[] = [];
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    // A question may come in pieces, the last of which only moves the cursor: what was answered is not answered again.
    shown = (shown + chunk.toString('utf8')).replaceAll(CURSOR, '');
    if (!shown.endsWith(': ')) return;
    const key = left.shift() ?? answer(shown);
    shown = '';
    child.stdin.write(key === CTRL_C || key === CTRL_D ? key : `${key}\n`);
  });
  if (later !== undefined) void sleep(1500).then(() => child.stdin.write(later));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) =>
      resolve({ status, screen: Buffer.concat(chunks).toString('utf8').replaceAll('\r\n', '\n') }),
    );
  });
}

/** The same for words that are given to the executable as they are. */
export function capAtTerminal(argv: readonly string[], sitting: Sitting = {}): Promise<Shown> {
  return typeAtTerminal([EXECUTABLE, ...argv].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' '), sitting);
}
