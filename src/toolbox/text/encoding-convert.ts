/** Tool `text_encoding_convert`: text files in another encoding, whole and provably the same text, or none of them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { flag, oneOf, optionalText, textList } from '../arguments.ts';
import { replaceFile } from '../file/replace.ts';
import { lstatOr } from '../file/transfer.ts';
import { withFile } from '../source-file.ts';
import { type Json, type JsonObject, type Preview, ToolFailure, type ToolIo } from '../tool.ts';
import { encodeText } from './encode.ts';
import { decoderOf, detectEncoding } from './encoding.ts';

const TARGETS = [
  'utf-8',
  'utf-8-bom',
  'utf-16le',
  'utf-16be',
  'gbk',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'windows-1252',
  'windows-1251',
  'iso-8859-2',
  'koi8-r',
] as const;
/** Bytes of all files, which are held in memory three times. */
const LARGEST_FILE = 256 * 1024 * 1024;

export function run(args: JsonObject, io: ToolIo): Json {
  const files = convertAll(args, io).map(
    ({ bytes, from, to, encoded, content, target, inPlace, changed, mayReplace }) => {
      const backup = changed && inPlace && flag(args, 'backup') ? keepBackup(target, bytes) : null;
      if (changed) replaceFile(target, encoded, !mayReplace);
      return { path: target, from, to, characters: [...content].length, bytes: encoded.length, backup, changed };
    },
  );
  return { files, changed: files.filter(({ changed }) => changed).length };
}

/** What would be written over, and that it can be. */
export function preview(args: JsonObject, io: ToolIo): Preview {
  const files = convertAll(args, io);
  const affected = files.map(({ from, to, encoded, target, changed }) => {
    const what = changed ? `becomes ${to} (${encoded.length} bytes), from ${from}` : `is ${to} already`;
    return `${target} ${what}`;
  });
  const before = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
  return { affected, state: { before } };
}

/** All of the work but the writing, for every file, so that one that cannot be done keeps the others as they are. */
function convertAll(args: JsonObject, io: ToolIo) {
  const paths = [...new Set(textList(args, 'paths'))];
  if (paths.length > 1 && optionalText(args, 'output') !== undefined) {
    throw new ToolFailure('"output" is for one file; several are rewritten where they are', 'invalid_arguments');
  }
  const files: ReturnType<typeof convert>[] = [];
  let left = LARGEST_FILE;
  for (const path of paths) {
    const file = convert(path, left, args, io);
    left -= file.bytes.length;
    files.push(file);
  }
  return files;
}

/** Throws ToolFailure where it cannot be done; `left` is how many bytes may still be held. */
function convert(path: string, left: number, args: JsonObject, io: ToolIo) {
  const to = oneOf(args, 'to', TARGETS, 'utf-8');
  const bytes = withFile(path, io.cwd, (file, size) => {
    if (size > left)
      throw new ToolFailure(`${path} is more than the ${left} bytes that one call may hold`, 'not_supported');
    return readFileSync(file);
  });
  const from = sourceEncoding(bytes, path, optionalText(args, 'from'));
  const content = decode(bytes, from, path);
  const encoded = encodeChecked(content, to);
  const target = resolve(io.cwd, optionalText(args, 'output') ?? path);
  const inPlace = target === resolve(io.cwd, path);
  const changed = !inPlace || !bytes.equals(encoded);
  const mayReplace = inPlace || flag(args, 'overwrite');
  if (changed && !mayReplace && lstatOr(target) !== undefined) {
    throw new ToolFailure(`${target} exists already; overwrite is not set`, 'invalid_arguments');
  }
  return { bytes, from, to, encoded, content, target, inPlace, changed, mayReplace };
}

function sourceEncoding(bytes: Buffer, path: string, named: string | undefined): string {
  if (named !== undefined) return named;
  const { encoding, confidence, candidates } = detectEncoding(bytes, true);
  if (encoding === null) throw new ToolFailure(`${path} is not text`, 'not_supported');
  if (confidence === 'guess') {
    const others = [encoding, ...candidates].slice(0, 4).join(', ');
    throw new ToolFailure(
      `the encoding of ${path} is not certain; name it with "from" (perhaps ${others})`,
      'invalid_arguments',
    );
  }
  return encoding;
}

function decode(bytes: Buffer, from: string, path: string): string {
  const decoder = decoderOf(from, true);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ToolFailure(`${path} holds bytes that are not ${from}; nothing was written`, 'invalid_arguments');
  }
}

function encodeChecked(content: string, to: string): Buffer {
  const encoded = encodeText(content, to);
  if ('unencodable' in encoded) {
    throw new ToolFailure(
      `${to} cannot write ${encoded.count} characters of this text, first "${encoded.unencodable}" at character ${encoded.at}; nothing was written`,
      'not_supported',
    );
  }
  if (decoderOf(to, true).decode(encoded.bytes) !== content) {
    throw new ToolFailure(`${to} would not read back as the same text; nothing was written`, 'not_supported');
  }
  return Buffer.from(encoded.bytes);
}

function keepBackup(target: string, bytes: Buffer): string {
  for (let i = 0; ; i += 1) {
    const backup = i === 0 ? `${target}.bak` : `${target}.bak.${i}`;
    if (lstatOr(backup) !== undefined) continue;
    replaceFile(backup, bytes, true);
    return backup;
  }
}
