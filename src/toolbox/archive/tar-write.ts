/** Writing tar archives: ustar headers, with a pax header in front where a name or size does not fit. */

import { closeSync } from 'node:fs';
import { openSync, readlinkSync } from '../held-files.ts';
import { readAt } from '../source-file.ts';
import { ToolFailure } from '../tool.ts';
import type { Source } from './sources.ts';

const BLOCK = 512;
const READ_BYTES = 256 * 1024;
/** Eleven octal digits. */
const LARGEST_SIZE = 8 * 1024 ** 3 - 1;

/** The bytes of an archive of all sources, end marks included. */
export async function* tarBytes(sources: readonly Source[]): AsyncGenerator<Uint8Array> {
  for (const { absolute, name, stat } of sources) {
    const isDirectory = stat.isDirectory();
    const target = stat.isSymbolicLink() ? readlinkSync(absolute) : '';
    const size = stat.isFile() ? stat.size : 0;
    const kind = isDirectory ? '5' : stat.isSymbolicLink() ? '2' : '0';
    const full = isDirectory ? `${name}/` : name;
    const extra = paxOf({ path: full, linkpath: target }, size);
    if (extra.length > 0) {
      yield header('pax-header', 'x', extra.length, { mode: 0o644, uid: 0, gid: 0, mtimeMs: stat.mtimeMs }, '');
      yield padded(extra);
    }
    yield header(full, kind, size, stat, target);
    if (size > 0) yield* contents(absolute, size);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function* contents(absolute: string, size: number): Generator<Uint8Array> {
  const file = openSync(absolute, 'r');
  try {
    for (let done = 0; done < size; ) {
      const chunk = readAt(file, done, Math.min(READ_BYTES, size - done));
      if (chunk.length === 0) throw new ToolFailure(`${absolute} became shorter while it was packed`);
      done += chunk.length;
      yield chunk;
    }
  } finally {
    closeSync(file);
  }
  const rest = size % BLOCK;
  if (rest > 0) yield Buffer.alloc(BLOCK - rest);
}

type Facts = { readonly mode: number; readonly uid: number; readonly gid: number; readonly mtimeMs: number };

function header(name: string, kind: string, size: number, { mode, uid, gid, mtimeMs }: Facts, target: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  // What is too long or not ASCII here stands whole in the pax header; this is for readers that do not know it.
  block.write(ascii(name).slice(0, 100), 0, 'latin1');
  const octal = (value: number, at: number, length: number): void => {
    block.write(
      Math.max(0, Math.floor(value))
        .toString(8)
        .padStart(length - 1, '0')
        .slice(1 - length),
      at,
      'latin1',
    );
  };
  octal(mode & 0o7777, 100, 8);
  octal(Math.min(uid, 0o7777777), 108, 8);
  octal(Math.min(gid, 0o7777777), 116, 8);
  octal(size > LARGEST_SIZE ? 0 : size, 124, 12);
  octal(mtimeMs / 1000, 136, 12);
  block.write('        ', 148, 'latin1');
  block.write(kind, 156, 'latin1');
  block.write(ascii(target).slice(0, 100), 157, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

function paxOf(names: { path: string; linkpath: string }, size: number): Buffer {
  const records: Buffer[] = [];
  for (const [key, value] of Object.entries(names)) {
    if (Buffer.byteLength(value) > 100 || ascii(value) !== value) records.push(record(key, value));
  }
  if (size > LARGEST_SIZE) records.push(record('size', String(size)));
  return Buffer.concat(records);
}

/** The length at the front counts its own digits. */
function record(key: string, value: string): Buffer {
  const rest = Buffer.from(` ${key}=${value}\n`, 'utf8');
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
}

function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '_');
}
