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

/** Several questions, one after another; undefined where nobody can be asked. Lines that were typed ahead are kept. */
export function openConversation():
  | { ask: (question: string) => Promise<string | undefined>; close: () => void }
  | undefined {
  if (!isatty(0) || !isatty(2)) return undefined;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const lines = reader[Symbol.asyncIterator]();
  return {
    ask: async (question) => {
      reader.setPrompt(question);
      reader.prompt();
      const { done, value } = await lines.next();
      return done === true ? undefined : value;
    },
    close: () => reader.close(),
  };
}
