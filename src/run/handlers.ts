/**
 * The TABLE of handler kinds: how each comes from a template and valid arguments to one process to start. All that comes
 * later is the same for every kind.
 */
import type { Handler } from '../capability/capability.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { InvalidArguments } from './arguments.ts';
import { prepareBuiltin, prepareHttp, prepareMcp } from './handlers/own.ts';
import type { HandlerCall, Prepare, Prepared } from './handlers/prepared.ts';
import { prepareCommand, prepareScript } from './handlers/program.ts';

const HANDLERS: { readonly [Kind in Handler['kind']]: Prepare<Extract<Handler, { kind: Kind }>> } = {
  command: prepareCommand,
  script: prepareScript,
  builtin: prepareBuiltin,
  http: prepareHttp,
  mcp: prepareMcp,
};

/** Looks at the machine and starts nothing. */
export function prepare(handler: Handler, call: HandlerCall): Promise<Prepared | InvalidArguments | Refusal> {
  return (HANDLERS[handler.kind] as Prepare<Handler>)(handler, call);
}
