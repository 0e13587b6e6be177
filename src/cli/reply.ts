/** One answer on its way out: JSON as it stands, or the form for a person on a terminal. */
import { escapeForbidden } from '../contract/text-limits.ts';
import type { Answer } from '../verbs/dispatch.ts';
import type { Everywhere } from './everywhere.ts';
import type { Host } from './host.ts';
import { render } from './render/render.ts';

export type Reply = {
  readonly answer: Answer;
  readonly everywhere: Pick<Everywhere, 'json' | 'colour'>;
  /** The option or word that a place in the request came from, for messages. */
  readonly optionAt?: (pointer: string) => string | undefined;
  /** The command whose help says more. */
  readonly help?: string;
  /** Lines for stderr, in either form. */
  readonly notes?: readonly string[];
};

/** Writes the reply and gives the exit code. */
export function deliver(reply: Reply, host: Host): number {
  const { answer, everywhere } = reply;
  for (const note of reply.notes ?? []) host.write('err', `${note}\n`);
  if (everywhere.json || !host.terminal.interactive) {
    host.write('out', `${escapeForbidden(answer.body.trimEnd())}\n`);
    return answer.exitCode;
  }
  const colour = (allowed: boolean) => allowed && everywhere.colour;
  const { text, stream } = render(JSON.parse(answer.body) as { version: string }, {
    columns: host.terminal.columns,
    colour: { out: colour(host.terminal.colour.out), err: colour(host.terminal.colour.err) },
    optionAt: reply.optionAt ?? (() => undefined),
    help: reply.help ?? 'cap --help',
  });
  host.write(stream, text);
  return answer.exitCode;
}
