/** One answer on its way out: JSON as it stands, or the form for a person on a terminal. */
import { escapeForbidden } from '../contract/text-limits.ts';
import type { Answer } from '../verbs/dispatch.ts';
import type { Again } from './again.ts';
import type { Everywhere } from './everywhere.ts';
import type { Host, PolicyCheck } from './host.ts';
import { render } from './render/render.ts';
import { clean, cleanText } from './render/screen.ts';
import { shellWord } from './shell-words.ts';

export type Reply = {
  readonly answer: Answer;
  readonly everywhere: Pick<Everywhere, 'json' | 'colour'> & Partial<Pick<Everywhere, 'snapshot'>>;
  /** The option or word that a place in the request came from, for messages. */
  readonly optionAt?: (pointer: string) => string | undefined;
  /** The command whose help says more. */
  readonly help?: string;
  /** The call that was typed, where typing it once more is what comes next. */
  readonly again?: Again;
  /** The policy files that hold here, where the answer may come from one of them. */
  readonly policyFiles?: PolicyCheck['files'];
  /** What comes next, where the reason of a refusal alone does not say it. */
  readonly next?: string;
  /** Whether this is the id of an action, where the answer may speak of others. */
  readonly isAction?: (id: string) => boolean;
  /** The file of the catalog that answered, where it is not the one inside and nobody named it on this command line. */
  readonly catalog?: string | undefined;
  /** Lines for stderr, in either form. */
  readonly notes?: readonly string[];
};

/** Writes the reply and gives the exit code. */
export function deliver(reply: Reply, host: Host): number {
  const { answer, everywhere } = reply;
  for (const note of reply.notes ?? []) host.write('err', `${clean(note)}\n`);
  if (everywhere.json || !host.terminal.interactive) {
    host.write('out', `${escapeForbidden(answer.body.trimEnd())}\n`);
    return answer.exitCode;
  }
  const colour = (allowed: boolean) => allowed && everywhere.colour;
  const { text, stream } = render(JSON.parse(answer.body) as { version: string }, {
    columns: host.terminal.columns,
    colour: { out: colour(host.terminal.colour.out), err: colour(host.terminal.colour.err) },
    optionAt: reply.optionAt ?? (() => undefined),
    help: clean(reply.help ?? 'cap --help'),
    command: (line) =>
      cleanText(everywhere.snapshot === undefined ? line : `${line} --snapshot ${shellWord(everywhere.snapshot)}`),
    isAction: reply.isAction,
    // Whoever typed it may have been handed the words by somebody else.
    again: reply.again === undefined ? undefined : { ...reply.again, line: cleanText(reply.again.line) },
    policyFiles: reply.policyFiles,
    next: reply.next === undefined ? undefined : cleanText(reply.next),
  });
  host.write(stream, text);
  if (reply.catalog !== undefined) host.write(stream, catalogLine(reply.catalog));
  return answer.exitCode;
}

/** The file whose catalog answers instead of the one inside, unless whoever typed the command has just said so. */
export function silentCatalog(snapshotFile: string | undefined, host: Host): string | undefined {
  return snapshotFile === undefined ? host.catalog.chosen(undefined) : undefined;
}

function catalogLine(file: string): string {
  return `Catalog: ${clean(file)}, by CAP_SNAPSHOT or .cap.json; not the one inside.\n`;
}
