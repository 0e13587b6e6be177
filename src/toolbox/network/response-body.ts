/** The body of a response: unpacked, up to a size, and as text where it is text. It knows no request. */
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ToolFailure } from '../tool.ts';

export type Body = { readonly bytes: Buffer; readonly truncated: boolean };

/**
 * At most `limit` bytes of it. Counts unpacked bytes, so that a small answer cannot grow without bounds. Throws ToolFailure
 * when it breaks off or takes longer than `timeoutMs` milliseconds.
 */
export async function readBody(response: IncomingMessage, limit: number, timeoutMs: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  let truncated = false;
  const stream = unpack(response);
  const timer = setTimeout(
    () => response.destroy(new ToolFailure('the body did not come within the time')),
    Math.max(1, timeoutMs),
  );
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      chunks.push(bytes.subarray(0, limit - size));
      size += bytes.length;
      if (size > limit) {
        truncated = true;
        break;
      }
    }
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    throw new ToolFailure(`the body broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
  return { bytes: Buffer.concat(chunks), truncated };
}

function unpack(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return response;
  const unpacker =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : undefined;
  if (unpacker === undefined) throw new ToolFailure(`the body is packed as ${encoding}`, 'not_supported');
  // Errors of either reach whoever reads the unpacker.
  pipeline(response, unpacker, () => {});
  return unpacker;
}

/** Null texts: the body is no text, by its media type or by its bytes. */
export type Decoded = { readonly type: string | null; readonly charset: string | null; readonly text: string | null };

export function decodeBody(contentType: string | undefined, body: Body): Decoded {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() || null;
  if (!isText(type, body.bytes)) return { type, charset: null, text: null };
  const charset = charsetOf(contentType ?? '', type, body.bytes);
  // A character that the limit cut in two is left out, not shown as a broken one.
  return { type, charset, text: new TextDecoder(charset).decode(body.bytes, { stream: body.truncated }) };
}

function isText(type: string | null, bytes: Buffer): boolean {
  if (type !== null && /^text\/|[/+](json|xml|yaml|toml|csv|javascript|ecmascript|x-www-form-urlencoded)$/.test(type)) {
    return true;
  }
  if (type !== null && type !== 'application/octet-stream') return false;
  // Nobody says what it is: text has no NUL and is valid UTF-8, apart from a character cut at the end.
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** A byte order mark wins, then the header, then what a page says of itself; UTF-8 where nothing or nonsense is said. */
function charsetOf(contentType: string, type: string | null, bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const said = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  // Pages say it within the first 1024 bytes, as HTML asks for.
  const inPage =
    type === 'text/html'
      ? /<meta[^>]+charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(bytes.subarray(0, 1024).toString('latin1'))?.[1]
      : undefined;
  for (const label of [said, inPage]) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).encoding;
    } catch {
      // An encoding that does not exist.
    }
  }
  return 'utf-8';
}
