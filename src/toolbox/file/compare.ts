/** Tool `file_compare`: two files by bytes and lines, or two directories by what is in them. */
import { readlinkSync } from 'node:fs';
import { flag, integer, text, textList } from '../arguments.ts';
import { call } from '../call.ts';
import { readAt, withFile } from '../source-file.ts';
import { detectEncoding, SAMPLE_BYTES } from '../text/encoding.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { compareCodeUnits } from './entry.ts';
import { firstDifference } from './same.ts';
import { existing, reasonOf, Unreadable, type Walked, walk } from './walk.ts';

/** Bytes of a file up to which differing lines are worked out; beyond, only where the files part. */
const LARGEST_DIFF = 32 * 1024 * 1024;

export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const left = text(args, 'left');
  const right = text(args, 'right');
  const kinds = [left, right].map((path) => (existing(path, io.cwd).stat.isDirectory() ? 'directory' : 'file'));
  if (kinds[0] !== kinds[1]) {
    throw new ToolFailure(`${left} is a ${kinds[0]} and ${right} a ${kinds[1]}`, 'invalid_arguments');
  }
  return kinds[0] === 'directory' ? compareDirectories(left, right, args, io) : compareFiles(left, right, args, io);
}

async function compareFiles(left: string, right: string, args: JsonObject, io: ToolIo): Promise<Json> {
  const facts = withFile(left, io.cwd, (a, leftSize) =>
    withFile(right, io.cwd, (b, rightSize) => ({
      first: firstDifference(a, b),
      binary: !isPlainText(a) || !isPlainText(b),
      leftSize,
      rightSize,
    })),
  );
  const equal = facts.first === null;
  const isSmall = Math.max(facts.leftSize, facts.rightSize) <= LARGEST_DIFF;
  const lines = equal || facts.binary || !isSmall ? [] : await differingLines(left, right, args, io);
  const limit = integer(args, 'limit');
  return {
    kind: 'files',
    equal,
    binary: facts.binary,
    first_difference: facts.first,
    left_size: facts.leftSize,
    right_size: facts.rightSize,
    diff: lines.slice(0, limit),
    total: lines.length,
    truncated: lines.length > limit || (!equal && !facts.binary && !isSmall),
  };
}

/** ASCII with bytes above it: what `diff` compares by lines. */
function isPlainText(file: number): boolean {
  const sample = readAt(file, 0, SAMPLE_BYTES);
  return !sample.includes(0) && detectEncoding(sample, false).encoding !== null;
}

async function differingLines(left: string, right: string, args: JsonObject, io: ToolIo): Promise<string[]> {
  const { stdout } = await call(
    'diff',
    [
      '--text',
      `--unified=${integer(args, 'context')}`,
      ...(flag(args, 'ignore_whitespace') ? ['--ignore-all-space'] : []),
      `--label=${left.replaceAll('\n', ' ')}`,
      `--label=${right.replaceAll('\n', ' ')}`,
      '--',
      existing(left, io.cwd).absolute,
      existing(right, io.cwd).absolute,
    ],
    { cwd: io.cwd, ok: [0, 1] },
  );
  const lines = stdout.toString('utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function compareDirectories(left: string, right: string, args: JsonObject, io: ToolIo): Json {
  const unreadable = new Unreadable();
  const options = { exclude: new Set(textList(args, 'exclude')) };
  const read = (root: string): Map<string, Walked> =>
    new Map([...walk(root, io.cwd, options, unreadable)].map((entry) => [entry.relative, entry]));
  const [a, b] = [read(left), read(right)];
  const differences: { path: string; status: string }[] = [];
  let same = 0;
  for (const path of [...new Set([...a.keys(), ...b.keys()])].sort(compareCodeUnits)) {
    const [one, other] = [a.get(path), b.get(path)];
    // What is below a directory of one side only is on that side with it.
    if (one === undefined || other === undefined) {
      const isInside = parentsOf(path).some((parent) => a.has(parent) !== b.has(parent));
      if (!isInside) differences.push({ path, status: one === undefined ? 'right_only' : 'left_only' });
    } else if (one.type !== other.type) differences.push({ path, status: 'type_differs' });
    else if (one.type !== 'directory') {
      try {
        if (isSame(one, other)) same += 1;
        else differences.push({ path, status: 'different' });
      } catch (error) {
        unreadable.add(path, error instanceof ToolFailure ? error.message : reasonOf(error));
      }
    }
  }
  const limit = integer(args, 'limit');
  return {
    kind: 'directories',
    equal: differences.length === 0 && unreadable.count === 0,
    differences: differences.slice(0, limit),
    same,
    total: differences.length,
    truncated: differences.length > limit,
    ...unreadable.fields(),
  };
}

function parentsOf(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, i) => names.slice(0, i + 1).join('/'));
}

function isSame(one: Walked, other: Walked): boolean {
  if (one.type === 'symlink') return readlinkSync(one.absolute) === readlinkSync(other.absolute);
  return withFile(one.absolute, '/', (a, sizeA) =>
    withFile(other.absolute, '/', (b, sizeB) => sizeA === sizeB && firstDifference(a, b) === null),
  );
}
