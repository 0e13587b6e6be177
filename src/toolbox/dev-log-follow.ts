/**
 * Tool `dev_log_follow`: the lines that are appended to a file while it looks. A file that is replaced, cut short or
 * appears later is read from its beginning.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { optionalInteger, optionalText, text } from './arguments.ts';
import { failureOfSystemError, type Json, type JsonObject, ToolFailure, type ToolIo } from './tool.ts';

/** Milliseconds between two looks: a person does not see the difference, and a look costs microseconds. */
const PAUSE_MS = 100;
const CHUNK_BYTES = 256 * 1024;
/** Characters of one line that are kept. */
const MAX_LINE = 10_000;
/** Bytes at the end in which the lines that are there already are looked for. */
const TAIL_BYTES = 4 * 1024 * 1024;

/** Arguments: `file`, `seconds` (10), `contains`, `until`, `last_lines` (0), `limit` (1000). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const file = resolve(io.cwd, text(args, 'file'));
  const contains = optionalText(args, 'contains');
  const until = optionalText(args, 'until');
  const limit = optionalInteger(args, 'limit') ?? 1000;
  const last = optionalInteger(args, 'last_lines') ?? 0;
  const end = performance.now() + (optionalInteger(args, 'seconds') ?? 10) * 1000;
  const lines: string[] = [];
  let stopped: string | undefined;
  const take = (line: string): void => {
    if (stopped !== undefined) return;
    if (contains === undefined || line.includes(contains)) lines.push(line.slice(0, MAX_LINE));
    if (until !== undefined && line.includes(until)) stopped = 'match';
    else if (lines.length >= limit) stopped = 'limit';
  };
  const follower = new Follower(file, take);
  for (const line of follower.open(last)) take(line);
  while (stopped === undefined && performance.now() < end) {
    await new Promise((done) => setTimeout(done, Math.min(PAUSE_MS, Math.max(1, end - performance.now()))));
    follower.read();
  }
  if (stopped === undefined) follower.flush();
  return {
    file,
    lines,
    total: lines.length,
    stopped_by: stopped ?? 'time',
    exists: follower.exists,
    restarts: follower.restarts,
  };
}

class Follower {
  exists = false;
  restarts = 0;
  private readonly file: string;
  private readonly take: (line: string) => void;
  private inode = -1;
  private offset = 0;
  private rest = '';
  private decoder = new StringDecoder('utf8');

  constructor(file: string, take: (line: string) => void) {
    this.file = file;
    this.take = take;
  }

  /** Starts at the end; answers the `count` whole lines before it. */
  open(count: number): string[] {
    const stat = this.stat();
    if (stat === undefined) return [];
    if (!stat.isFile()) throw new ToolFailure(`${this.file} is not a file`, 'invalid_arguments');
    this.exists = true;
    this.inode = stat.ino;
    this.offset = stat.size;
    if (count === 0) return [];
    const from = Math.max(0, stat.size - TAIL_BYTES);
    const content = this.readRange(from, stat.size).toString('utf8');
    const all = content.replace(/\n$/, '').split(/\r?\n/);
    return all.slice(-count).filter((line) => line !== '' || all.length > 1);
  }

  read(): void {
    const stat = this.stat();
    if (stat === undefined || !stat.isFile()) return;
    if (this.exists && (stat.ino !== this.inode || stat.size < this.offset)) {
      this.flush();
      this.restarts++;
      this.offset = 0;
      this.decoder = new StringDecoder('utf8');
    }
    this.exists = true;
    this.inode = stat.ino;
    while (this.offset < stat.size) {
      const chunk = this.readRange(this.offset, Math.min(stat.size, this.offset + CHUNK_BYTES));
      if (chunk.length === 0) return;
      this.offset += chunk.length;
      const parts = (this.rest + this.decoder.write(chunk)).split(/\r?\n/);
      this.rest = (parts.pop() ?? '').slice(0, MAX_LINE);
      for (const line of parts) this.take(line);
    }
  }

  /** A last line without its newline. */
  flush(): void {
    if (this.rest !== '') this.take(this.rest);
    this.rest = '';
  }

  private stat() {
    try {
      return statSync(this.file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw failureOfSystemError(error, this.file);
    }
  }

  private readRange(from: number, to: number): Buffer {
    let descriptor: number | undefined;
    try {
      descriptor = openSync(this.file, 'r');
      const size = Math.min(to, fstatSync(descriptor).size) - from;
      const buffer = Buffer.alloc(Math.max(0, size));
      return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, from));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
      throw failureOfSystemError(error, this.file);
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }
}
