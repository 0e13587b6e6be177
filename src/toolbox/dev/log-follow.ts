/** Tool `dev_log_follow`: the lines that come to a log file within some seconds. */
import { setTimeout as pause } from 'node:timers/promises';
import { optionalInteger, optionalText, text } from '../arguments.ts';
import { run as tail } from '../file/tail.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { FollowedFile } from './log-followed-file.ts';

/** Milliseconds between two looks: soon enough for a person, and it costs nothing. */
const INTERVAL = 100;
/** Characters of a line that are shown. */
const SHOWN = 4000;
/** Characters collected at most: more is read by nobody. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

/** Arguments: `path`, `seconds` (10), `contains`, `until`, `last_lines` (0), `limit` (1000). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const path = text(args, 'path');
  const seconds = optionalInteger(args, 'seconds') ?? 10;
  const contains = optionalText(args, 'contains');
  const until = optionalText(args, 'until');
  const limit = optionalInteger(args, 'limit') ?? 1000;
  const start = performance.now();
  const lines: string[] = [];
  let characters = 0;
  let stoppedBy: 'time' | 'limit' | 'match' = 'time';

  /** True when this line ends the watching. */
  const take = (line: string): boolean => {
    const isMatch = until !== undefined && line.includes(until);
    if (isMatch || contains === undefined || line.includes(contains)) {
      lines.push(line.slice(0, SHOWN).toWellFormed());
      characters += Math.min(line.length, SHOWN);
    }
    if (isMatch) stoppedBy = 'match';
    else if (lines.length >= limit || characters >= MOST_CHARACTERS) stoppedBy = 'limit';
    return stoppedBy !== 'time';
  };

  const followed = new FollowedFile(io.cwd, path);
  try {
    const existed = followed.openAtEnd();
    const wanted = optionalInteger(args, 'last_lines') ?? 0;
    let done = existed && wanted > 0 && lastLines(path, wanted, io).some(take);
    while (!done) {
      done = followed.newLines().some(take);
      const left = seconds * 1000 - (performance.now() - start);
      if (done || left <= 0) break;
      await pause(Math.min(INTERVAL, left));
    }
    // What is half written when the time is over is there all the same.
    if (!done && followed.unfinished !== '') take(followed.unfinished);
    return {
      file: path,
      lines,
      stopped_by: stoppedBy,
      seconds: Math.round((performance.now() - start) / 10) / 100,
      rotations: followed.rotations,
      existed,
    };
  } finally {
    followed.close();
  }
}

function lastLines(path: string, count: number, io: ToolIo): readonly string[] {
  const { lines } = tail({ path, lines: count }, io) as { lines?: Json };
  if (!Array.isArray(lines)) throw new ToolFailure(`the last lines of ${path} could not be read`);
  return lines as readonly string[];
}
