/** Asks a person questions on the terminal of this process. Where stdin or stderr is no terminal nobody is asked. */
import { createInterface, type Interface } from 'node:readline/promises';
import { isatty } from 'node:tty';

/** The line without its end, or how the person left: the input ended (Ctrl-D), or Ctrl-C. */
type Asked =
  | { readonly kind: 'typed'; readonly line: string }
  | { readonly kind: 'ended' }
  | { readonly kind: 'interrupted' };

/** One question, answered by what is typed from when it stands there on. */
export async function askPerson(question: string): Promise<Asked | { readonly kind: 'nobody' }> {
  if (!isTerminal()) return { kind: 'nobody' };
  await dropPending();
  const conversation = openConversation();
  if (conversation === undefined) return { kind: 'nobody' };
  try {
    return await conversation.ask(question);
  } finally {
    conversation.close();
  }
}

/** What waits on the terminal is read within this time; a person who types takes longer to read a question. */
const PENDING_MS = 30;

/** Throws away what was typed before the question could be read: no yes is given to what nobody has seen. */
async function dropPending(): Promise<void> {
  const { stdin } = process;
  const drop = () => {};
  // Without it the terminal keeps back a line that has no end yet.
  stdin.setRawMode(true);
  stdin.on('data', drop);
  await new Promise((done) => setTimeout(done, PENDING_MS));
  stdin.off('data', drop);
  stdin.pause();
  stdin.setRawMode(false);
}

function isTerminal(): boolean {
  return isatty(0) && isatty(2);
}

/** Several questions, one after another; undefined where nobody can be asked. Lines that were typed ahead are kept. */
export function openConversation(): { ask: (question: string) => Promise<Asked>; close: () => void } | undefined {
  if (!isTerminal()) return undefined;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const left = leaving(reader);
  const lines = reader[Symbol.asyncIterator]();
  return {
    ask: async (question) => {
      reader.setPrompt(question);
      reader.prompt();
      const { done, value } = await lines.next();
      if (done !== true) return { kind: 'typed', line: value };
      // The cursor stands behind the question still.
      process.stderr.write('\n');
      return { kind: left() };
    },
    close: () => reader.close(),
  };
}

/** How the reader came to its end. */
function leaving(reader: Interface): () => 'ended' | 'interrupted' {
  let how: 'ended' | 'interrupted' = 'ended';
  reader.once('SIGINT', () => {
    how = 'interrupted';
    reader.close();
  });
  return () => how;
}
