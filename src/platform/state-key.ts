/**
 * A key in the state directory, and digests by it: what is compared later and must not be tried out by whoever reads the
 * state is kept as one. A plain hash of a call with a short secret in it tells the secret.
 */
import { hmacSha256Hex } from '../canon/mac.ts';
import { createOnce, readPrivate } from './private-file.ts';

/** As long as the digest: a longer key would be hashed down to it. */
const KEY_BYTES = 32;

export type Seal = (text: string) => string;

/** Undefined where there is no key yet, and so nothing that was sealed by one. Throws for a file that is no key of ours. */
export async function sealAt(path: string): Promise<Seal | undefined> {
  const key = await readPrivate(path);
  if (key === undefined) return undefined;
  if (key.length !== KEY_BYTES) throw Object.assign(new Error(`${path} is no key`), { code: 'BAD_KEY' });
  return (text) => hmacSha256Hex(key, text);
}

/** The same; the first process that needs a key makes it. */
export async function makeSealAt(path: string): Promise<Seal> {
  const there = await sealAt(path);
  if (there !== undefined) return there;
  await createOnce(path, crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
  return makeSealAt(path);
}
