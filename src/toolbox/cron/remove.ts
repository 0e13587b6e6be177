/**
 * Tool `cron_remove`: takes one job out of this user's crontab and leaves every other line as it is.
 */
import { flag, text } from '../arguments.ts';
import { type Json, type JsonObject, type Preview, ToolFailure, type ToolIo } from '../tool.ts';
import { countJobs, parseLine, readCrontab, writeCrontab } from './crontab.ts';

/** Arguments: `entry` (the whole line), `comment_above` (false). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const { lines, remove } = await findLines(args, io);
  const left = lines.filter((_, i) => !remove.has(i));
  await writeCrontab(left, io);
  return { removed: lines.filter((_, i) => remove.has(i)), jobs: countJobs(left) };
}

/** The very lines that would go, and the crontab as it is: somebody else may change it before the yes. */
export async function preview(args: JsonObject, io: ToolIo): Promise<Preview> {
  const { lines, remove } = await findLines(args, io);
  const gone = lines.filter((_, i) => remove.has(i));
  return { affected: gone.map((line) => `the line "${line}" of this user's crontab is removed`), state: lines };
}

async function findLines(
  args: JsonObject,
  io: ToolIo,
): Promise<{ readonly lines: readonly string[]; readonly remove: ReadonlySet<number> }> {
  const entry = text(args, 'entry').trim();
  if (parseLine(entry, false).kind !== 'job') {
    throw new ToolFailure('"entry" is not the line of a job; nothing was removed', 'invalid_arguments');
  }
  const lines = await readCrontab(io);
  const remove = new Set<number>();
  for (const [i, line] of lines.entries()) {
    if (line.trim() !== entry) continue;
    remove.add(i);
    const above = lines[i - 1];
    const isComment = above !== undefined && /^\s*#/.test(above) && parseLine(above, false).kind === 'other';
    if (flag(args, 'comment_above') && isComment) remove.add(i - 1);
  }
  if (remove.size === 0) {
    throw new ToolFailure('no line of the crontab reads exactly like this; nothing was removed', 'not_found');
  }
  return { lines, remove };
}
