/** Strict reading of Base64 in its usual shapes; Buffer.from would skip what it does not understand. */
import { ToolFailure } from '../tool.ts';

/** Both alphabets (not mixed), with or without padding, with white space. Throws ToolFailure. */
export function fromBase64(input: string): Buffer {
  const compact = input.replace(/\s+/g, '');
  const bare = compact.replace(/={1,2}$/, '');
  const bad = /[^A-Za-z0-9+/_-]/.exec(bare);
  if (bad !== null) throw new ToolFailure(`this is not Base64: "${bad[0]}" at ${bad.index + 1}`, 'invalid_arguments');
  if (/[+/]/.test(bare) && /[-_]/.test(bare))
    throw new ToolFailure('this mixes two kinds of Base64', 'invalid_arguments');
  const padding = compact.length - bare.length;
  if (bare.length % 4 === 1 || (padding > 0 && compact.length % 4 !== 0)) {
    throw new ToolFailure('this is not Base64: characters are missing at the end', 'invalid_arguments');
  }
  return Buffer.from(bare, 'base64');
}
