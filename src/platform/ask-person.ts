/** Asks a person one question on the terminal of this process. Where stdin or stderr is no terminal nobody is asked. */
import { createInterface } from 'node:readline/promises';
import { isatty } from 'node:tty';

/** The line that was typed, without its end; undefined when there is nobody to ask, or they left. */
export async function askPerson(question: string): Promise<string | undefined> {
  if (!isatty(0) || !isatty(2)) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise<string | undefined>((resolve) => {
      lines.once('close', () => resolve(undefined));
      lines.question(question).then(resolve, () => resolve(undefined));
    });
  } finally {
    lines.close();
  }
}
