/**
 * Tool `cron_list`: scheduled jobs of this user and of the system's files.
 */
import { readdir, readFile } from 'node:fs/promises';
import { oneOf } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { parseLine, readCrontab } from './crontab.ts';

/** Files that cron reads beside the users' own. */
const SYSTEM_FILE = '/etc/crontab';
const SYSTEM_DIRECTORY = '/etc/cron.d';

type Listed = { jobs: Json[]; variables: Json[] };

/** Arguments: `scope` user | system | all (user). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const scope = oneOf(args, 'scope', ['user', 'system', 'all'], 'user');
  const listed: Listed = { jobs: [], variables: [] };
  const unreadable: string[] = [];
  if (scope !== 'system') addLines(await readCrontab(io), 'user', listed);
  if (scope !== 'user') {
    for (const file of [SYSTEM_FILE, ...(await systemFiles())]) {
      try {
        addLines((await readFile(file, 'utf8')).split('\n'), file, listed);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') unreadable.push(file);
      }
    }
  }
  return { ...listed, total: listed.jobs.length, unreadable };
}

/** Cron passes over names with a dot or a tilde: leftovers of editors and of package updates. */
async function systemFiles(): Promise<string[]> {
  const names = await readdir(SYSTEM_DIRECTORY).catch((): string[] => []);
  return names
    .filter((name) => /^[A-Za-z0-9_-]+$/.test(name))
    .sort()
    .map((name) => `${SYSTEM_DIRECTORY}/${name}`);
}

/** `source`: "user", or the path of a system file, in which each job names its user. */
export function addLines(lines: readonly string[], source: string, into: Listed): void {
  for (const [i, line] of lines.entries()) {
    const parsed = parseLine(line, source !== 'user');
    if (parsed.kind === 'job') {
      const { schedule, command, runAs, paused } = parsed.job;
      into.jobs.push({ schedule, command, entry: line.trim(), source, line: i + 1, run_as: runAs, paused });
    } else if (parsed.kind === 'variable') {
      into.variables.push({ name: parsed.name, value: parsed.value, source });
    }
  }
}
