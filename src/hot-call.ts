/**
 * Recognises the calls that are answered without loading anything else: `cap search|inspect|list --request-json -`. Every
 * other command line, right or wrong, belongs to the command-line room.
 */
import type { Verb } from './verbs/dispatch.ts';

/** A call of the quick path. `request` is `-` for stdin or `@FILE`; `snapshot` is the file that --snapshot names. */
export type HotCall = { readonly verb: Verb; readonly request: string; readonly snapshot: string | undefined };

/** The quick call that these arguments make, or null. Nothing is read. */
export function hotCall(argv: readonly string[], verbs: readonly Verb[]): HotCall | null {
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
