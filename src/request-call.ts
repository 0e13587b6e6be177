/**
 * Calls that bring their request as JSON: `cap VERB --request-json -`. Recognises them and answers them; every other
 * command line, right or wrong, belongs to the command-line room.
 */
import { REQUEST_BYTES } from './contract/text-limits.ts';
import { readRequest } from './platform/request-source.ts';
import { createWorld } from './platform/world.ts';
import { isRefusal } from './reason/refusal.ts';
import { type Answer, dispatch, type QuickVerb, refusalAnswer } from './verbs/dispatch.ts';
import type { World } from './verbs/world.ts';

/** A call with its request: `-` for stdin or `@FILE`. `snapshot` is the file that --snapshot names. */
export type RequestCall = { readonly verb: QuickVerb; readonly request: string; readonly snapshot: string | undefined };

/** The call that these arguments make of one of these verbs, or null. Nothing is read. */
export function requestCall(argv: readonly string[], verbs: readonly QuickVerb[]): RequestCall | null {
  const verb = verbs.find(({ name }) => name === argv[0]);
  if (verb === undefined) return null;
  const options = new Map<string, string>();
  for (let at = 1; at < argv.length; at += 2) {
    const name = argv[at];
    const value = argv[at + 1];
    if (name !== '--request-json' && name !== '--snapshot') return null;
    if (value === undefined || options.has(name)) return null;
    options.set(name, value);
  }
  const request = options.get('--request-json');
  if (request !== '-' && !request?.startsWith('@')) return null;
  return { verb, request, snapshot: options.get('--snapshot') };
}

/** Reads the request of a verb of the quick path and answers it at once. */
export function answerCall(
  call: RequestCall,
  runPorts: World['runPorts'],
  policy: World['policy'],
): Answer | Promise<Answer> {
  const request = readRequest(call.request, REQUEST_BYTES);
  if (isRefusal(request)) return refusalAnswer(request);
  return dispatch(call.verb, request, createWorld(call.snapshot, runPorts, policy));
}
