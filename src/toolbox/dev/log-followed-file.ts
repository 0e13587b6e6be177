/** A file that others append to, replace or empty: what is new in it since the last look. It knows nothing of tools' arguments. */
import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readAt } from '../source-file.ts';
import { failureOfSystemError, ToolFailure } from '../tool.ts';

/** Bytes read at one look; the rest comes at the next. Also the characters of one line that are kept. */
const CHUNK = 1 << 20;

export class FollowedFile {
  /** Times the file was replaced, emptied or created. */
  rotations = 0;
  /** The beginning of a line whose end has not come yet. */
  unfinished = '';
  readonly #path: string;
  readonly #file: string;
  #descriptor: number | undefined;
  #position = 0;
  #decoder = new TextDecoder('utf-8');

  constructor(cwd: string, path: string) {
    this.#path = path;
    this.#file = resolve(cwd, path);
  }

  /** False when the file is not there yet. Throws ToolFailure when it may not be read or is no regular file. */
  openAtEnd(): boolean {
    this.#descriptor = this.#open();
    if (this.#descriptor !== undefined) this.#position = fstatSync(this.#descriptor).size;
    return this.#descriptor !== undefined;
  }

  /** Lines that have come, without their ends. */
  newLines(): string[] {
    const lines = this.#read();
    if (!this.#isReplaced()) return lines;
    const next = this.#open();
    if (next === undefined) return lines;
    // What the old file still got before it was put aside comes first.
    lines.push(...this.#read());
    this.close();
    if (this.unfinished !== '') lines.push(this.unfinished);
    this.#descriptor = next;
    this.#begin();
    lines.push(...this.#read());
    return lines;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #begin(): void {
    this.#position = 0;
    this.unfinished = '';
    this.#decoder = new TextDecoder('utf-8');
    this.rotations += 1;
  }

  #read(): string[] {
    if (this.#descriptor === undefined) return [];
    if (fstatSync(this.#descriptor).size < this.#position) this.#begin();
    const bytes = readAt(this.#descriptor, this.#position, CHUNK);
    this.#position += bytes.length;
    const pieces = (this.unfinished + this.#decoder.decode(bytes, { stream: true })).split('\n');
    this.unfinished = (pieces.pop() ?? '').slice(0, CHUNK);
    return pieces.map((piece) => piece.replace(/\r$/, ''));
  }

  #isReplaced(): boolean {
    const now = statSync(this.#file, { throwIfNoEntry: false });
    if (now === undefined) return false;
    if (this.#descriptor === undefined) return true;
    const ours = fstatSync(this.#descriptor);
    return now.ino !== ours.ino || now.dev !== ours.dev;
  }

  #open(): number | undefined {
    let descriptor: number;
    try {
      descriptor = openSync(this.#file, constants.O_RDONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw failureOfSystemError(error, this.#path);
    }
    if (fstatSync(descriptor).isFile()) return descriptor;
    closeSync(descriptor);
    throw new ToolFailure(`${this.#path} is not a regular file`, 'invalid_arguments');
  }
}
