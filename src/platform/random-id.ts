/** Names that nobody can guess. It knows not what they are for. */
import { randomBytes } from 'node:crypto';

/** 128 random bits, fit for a file name. Not by the Web's own crypto, which takes milliseconds to load. */
export function randomId(): string {
  return randomBytes(16).toString('hex');
}
