/**
 * A complaint about a manifest that nobody wrote by hand, in terms of the command that made it: the flag that mends it stands
 * where a file and a line would, for there is no such file yet.
 */
import type { Diagnostic } from '../../compile/diagnostic.ts';
import { type Refusal, refuse } from '../../reason/refusal.ts';
import { withoutPlace } from './judge.ts';
import { flagOfPart, type Kind } from './questions.ts';
import { optionOf } from './typed-again.ts';

/** What was found: the part of the manifest, and what is wrong with it. */
export type Found = { readonly part: string; readonly message: string };

const VALUES: Readonly<Record<string, string>> = { verify: ' ID', affects: ' PLACE' };

/** The flag, or the words, that a part of the manifest comes from; the id where no flag does. */
export function mendedBy(part: string, kind: Kind): string {
  const flag = flagOfPart(part, kind);
  if (flag === undefined) return 'the id';
  return flag === 'command' ? 'the command behind --' : `${optionOf(flag)}${VALUES[flag] ?? ''}`;
}

/** One line of what was found; what nobody can name before it is there is said, too. */
export function mendingLine({ part, message }: Found, kind: Kind): string {
  const first =
    part === 'verifies' ? ': the id of an action that only reads; where there is none yet, that one is made first' : '';
  return `${message} (${mendedBy(part, kind)}${first})`;
}

/** Findings of the lint. */
export function findingsRefusal(found: readonly Found[], kind: Kind): Refusal {
  const many = found.length === 1 ? '1 finding' : `${found.length} findings`;
  const [first] = found as readonly [Found];
  const message = `The lint has ${many}; nothing was written. The first: ${mendingLine(first, kind)}`;
  return refuse('catalog_invalid', { message, path: mendedBy(first.part, kind) });
}

/** Errors of the compiler, the first of them in the new manifest. */
export function errorsRefusal(
  found: readonly { readonly part: string; readonly diagnostic: Diagnostic }[],
  kind: Kind,
): { readonly refusal: Refusal; readonly notes: readonly string[] } {
  const many = found.length === 1 ? '1 error' : `${found.length} errors`;
  const [{ part, diagnostic }] = found as readonly [(typeof found)[number]];
  const { expected, received, did_you_mean } = diagnostic;
  const refusal = refuse('catalog_invalid', {
    message: `What was said makes no valid capability: ${many}; nothing was written. The first: ${diagnostic.message}`,
    path: mendedBy(part, kind),
    ...(expected === undefined ? {} : { expected }),
    ...(received === undefined ? {} : { received }),
    ...(did_you_mean === undefined ? {} : { did_you_mean }),
  });
  return { refusal, notes: found.map((one) => `${mendedBy(one.part, kind)}: ${withoutPlace(one.diagnostic)}`) };
}
