/**
 * Tool `cron_add`: appends one job to this user's crontab, once.
 */
import { optionalText, text } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { countJobs, readCrontab, whatIsWrong, writeCrontab } from './crontab.ts';

/** Arguments: `schedule`, `command`, `comment`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const schedule = text(args, 'schedule')
    .trim()
    .replace(/[ \t]+/g, ' ');
  const command = text(args, 'command').trim();
  const comment = optionalText(args, 'comment');
  const wrong = whatIsWrong(schedule);
  if (wrong !== undefined) throw new ToolFailure(`${wrong}; nothing was added`, 'invalid_arguments');
  for (const part of [schedule, command, comment ?? '']) {
    // A line break would smuggle in a second job.
    if (/[\r\n\0]/.test(part)) throw new ToolFailure('a job is one line; nothing was added', 'invalid_arguments');
  }
  if (command === '') throw new ToolFailure('the command is empty; nothing was added', 'invalid_arguments');

  // To cron a bare "%" ends the command and begins its input; one that is escaped already stays so.
  const entry = `${schedule} ${command.replace(/(\\?)%/g, '\\%')}`;
  const lines = await readCrontab(io);
  if (lines.some((line) => line.trim().replace(/[ \t]+/g, ' ') === entry.replace(/[ \t]+/g, ' '))) {
    return { added: false, entry, jobs: countJobs(lines) };
  }
  const added = [...lines, ...(comment === undefined ? [] : [`# ${comment}`]), entry];
  await writeCrontab(added, io);
  return { added: true, entry, jobs: countJobs(added) };
}
