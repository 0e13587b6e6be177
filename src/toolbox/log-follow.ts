/** Tool `log_follow`: the lines that come to a log file within some seconds. */
import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { optionalInteger, optionalText, text } from './arguments.ts';
import { readAt } from './text-lines.ts';
import { failureOfSystemError, type Json, type JsonObject, ToolFailure, type ToolIo } from './tool.ts';

/** Milliseconds between two looks: writing and seeing feel simultaneous, and it costs nothing. */
const INTERVAL = 100;
const SHOWN = 4000;
/** Bytes read at one look. */
const CHUNK = 1 << 20;
/** Characters collected at most: what comes beyond that is not read by anybody. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

type Opened = { descriptor: number; inode: number; device: number; position: number };

/** Arguments: `path`, `seconds` (10), `until`, `limit` (1000). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const path = text(args, 'path');
  const seconds = optionalInteger(args, 'seconds') ?? 10;
  const until = optionalText(args, 'until');
  const limit = optionalInteger(args, 'limit') ?? 1000;
  const file = resolve(io.cwd, path);
  const start = performance.now();
  const decoder = new TextDecoder('utf-8');
  const lines: string[] = [];
  let endedBy: 'time' | 'text' | 'limit' = 'time';
  let rotations = 0;
  let rest = '';
  let characters = 0;
  let opened = open(file, path);
  const existed = opened !== undefined;
  if (opened !== undefined) opened.position = fstatSync(opened.descriptor).size;

  /** Takes what has come; true when there is nothing left to wait for. */
  const take = (from: Opened): boolean => {
    for (;;) {
      const bytes = readAt(from.descriptor, from.position, CHUNK);
      from.position += bytes.length;
      const pieces = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = (pieces.pop() ?? '').slice(0, CHUNK);
      for (const piece of pieces) {
        const line = piece.replace(/\r$/, '');
        lines.push(line.slice(0, SHOWN).toWellFormed());
        characters += Math.min(line.length, SHOWN);
        if (until !== undefined && line.includes(until)) endedBy = 'text';
        else if (lines.length >= limit || characters >= MOST_CHARACTERS) endedBy = 'limit';
        if (endedBy !== 'time') return true;
      }
      if (bytes.length < CHUNK) return false;
    }
  };

  try {
    for (;;) {
      if (opened !== undefined && take(opened)) break;
      const left = seconds * 1000 - (performance.now() - start);
      if (left <= 0) break;
      await pause(Math.min(INTERVAL, left));
      if (opened !== undefined && fstatSync(opened.descriptor).size < opened.position) {
        opened.position = 0;
        rotations += 1;
      }
      if (opened === undefined || isReplaced(file, opened)) {
        const next = open(file, path);
        if (next !== undefined) {
          // What the old file still got before it was put aside comes first.
          if (opened !== undefined) {
            const done = take(opened);
            closeSync(opened.descriptor);
            opened = undefined;
            if (done) {
              closeSync(next.descriptor);
              break;
            }
          }
          opened = next;
          rotations += 1;
        }
      }
    }
  } finally {
    if (opened !== undefined) closeSync(opened.descriptor);
  }
  if (endedBy === 'time' && rest !== '') lines.push(rest.slice(0, SHOWN).toWellFormed());
  const watched = Math.round((performance.now() - start) / 10) / 100;
  return { path, lines, ended_by: endedBy, seconds: watched, rotations, existed };
}

function open(file: string, path: string): Opened | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw failureOfSystemError(error, path);
  }
  const stat = fstatSync(descriptor);
  if (!stat.isFile()) {
    closeSync(descriptor);
    throw new ToolFailure(`${path} is not a regular file`, 'invalid_arguments');
  }
  return { descriptor, inode: stat.ino, device: stat.dev, position: 0 };
}

function isReplaced(file: string, opened: Opened): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && (stat.ino !== opened.inode || stat.dev !== opened.device);
}
