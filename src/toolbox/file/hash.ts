/** Tool `file_hash`: digests of files, compared with an expected one if given. */
import { getHashes } from 'node:crypto';
import { oneOf, optionalText, textList } from '../arguments.ts';
import { withFile } from '../source-file.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { digestFile } from './digest.ts';
import { Unreadable } from './walk.ts';

const ALGORITHMS = ['sha256', 'sha512', 'sha1', 'md5', 'sha384', 'sha3-256', 'blake2b512'] as const;
/** Hexadecimal digits of each: an expected value of another length belongs to another digest. */
const DIGITS: Readonly<Record<string, number>> = {
  md5: 32,
  sha1: 40,
  sha256: 64,
  'sha3-256': 64,
  sha384: 96,
  sha512: 128,
  blake2b512: 128,
};

export function run(args: JsonObject, io: ToolIo): Json {
  const paths = textList(args, 'paths');
  const algorithm = oneOf(args, 'algorithm', ALGORITHMS, 'sha256');
  const expected = optionalText(args, 'expected')?.toLowerCase();
  if (!getHashes().includes(algorithm)) throw new ToolFailure(`${algorithm} is not available here`, 'not_supported');
  if (expected !== undefined && paths.length !== 1) {
    throw new ToolFailure('an expected value belongs to exactly one file', 'invalid_arguments');
  }
  if (expected !== undefined && expected.length !== DIGITS[algorithm]) {
    throw new ToolFailure(
      `a ${algorithm} has ${DIGITS[algorithm]} hexadecimal digits, the expected value ${expected.length}: is it another digest?`,
      'invalid_arguments',
    );
  }
  const unreadable = new Unreadable();
  const files = paths.flatMap((path) => {
    try {
      return [{ path, ...withFile(path, io.cwd, (file) => digestFile(file, algorithm)) }];
    } catch (error) {
      // A value to compare with needs an answer, not an empty list.
      if (expected !== undefined) throw error;
      unreadable.add(path, (error as Error).message);
      return [];
    }
  });
  const matches = expected === undefined ? null : files[0]?.hash === expected;
  return { algorithm, files, matches, ...unreadable.fields() };
}
