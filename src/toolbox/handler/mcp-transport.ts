/**
 * The pipe to an MCP server that is started for it: one JSON message a line, so many bytes a line, bytes and messages in
 * all, and no more; whoever says more is ended at once. What the messages mean is the SDK's.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

export type Started = {
  readonly command: string;
  readonly argv: readonly string[];
  readonly environment: { readonly [name: string]: string };
  readonly cwd: string;
};

/** Bytes of one line: a picture in Base64 fits, and what is larger cannot be shown anyway. */
const LINE_BYTES = 8 * 1024 * 1024;
/** Bytes of all that the server says. */
const ALL_BYTES = 64 * 1024 * 1024;
/** Messages besides the two answers that we wait for: progress, log, questions of its own. */
const MESSAGES = 10_000;
/** How long a server that has ended may still be read: a program that it left behind may hold its pipes for ever. */
const DRAIN_MS = 500;
/** How long one that is asked to end may take, each time. */
const END_MS = 2000;

export class BoundedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Why it was ended from here; the SDK only says that it is closed. */
  problem: string | undefined;
  private readonly started: Started;
  private readonly hear: (stderr: Buffer) => void;
  private child: ChildProcess | undefined;
  private pieces: Buffer[] = [];
  private pending = 0;
  private bytes = 0;
  private messages = 0;
  private isClosed = false;

  /** `hear` is given what the server says on stderr. */
  constructor(started: Started, hear: (stderr: Buffer) => void) {
    this.started = started;
    this.hear = hear;
  }

  start(): Promise<void> {
    const { command, argv, environment, cwd } = this.started;
    const child = spawn(command, argv, { env: environment, cwd, stdio: 'pipe', shell: false });
    this.child = child;
    child.stdout.on('data', (chunk: Buffer) => this.take(chunk));
    child.stderr.on('data', this.hear);
    // A server that has ended closes its stdin under us: its end tells.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
    child.once('exit', () => void this.drain([child.stdout, child.stderr]).then(() => this.end()));
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => {
        reject(error);
        this.end();
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.child?.stdin;
    if (stdin == null || this.isClosed) return Promise.reject(new Error(this.problem ?? 'the server has ended'));
    return new Promise((resolve) => {
      if (stdin.write(`${JSON.stringify(message)}\n`)) resolve();
      else stdin.once('drain', resolve).once('close', resolve);
    });
  }

  /** Asks it to end, then makes it; what it has left behind is the runner's to end. */
  async close(): Promise<void> {
    const { child } = this;
    if (child !== undefined && !this.isClosed) {
      child.stdin?.end();
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) if (!(await hasEnded(child))) child.kill(signal);
    }
    this.end();
  }

  private take(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > ALL_BYTES) this.stop(`it said more than ${ALL_BYTES} bytes in all`);
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      this.pieces.push(chunk.subarray(from, at));
      from = at + 1;
      const line = Buffer.concat(this.pieces).toString('utf8');
      this.pieces = [];
      this.pending = 0;
      this.messages += 1;
      if (this.messages > MESSAGES) this.stop(`it sent more than ${MESSAGES} messages`);
      if (this.isClosed) return;
      this.read(line);
    }
    this.pieces.push(chunk.subarray(from));
    this.pending += chunk.length - from;
    if (this.pending > LINE_BYTES) this.stop(`one message of it has more than ${LINE_BYTES} bytes`);
  }

  /** A line that is no message is passed over, as the SDK does. */
  private read(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = JSONRPCMessageSchema.parse(JSON.parse(line));
    } catch (error) {
      this.onerror?.(error as Error);
      return;
    }
    this.onmessage?.(message);
  }

  private stop(problem: string): void {
    this.problem = problem;
    this.child?.kill('SIGKILL');
    this.end();
  }

  /** Lets go of the pipes, too: they would keep us here for as long as anybody holds the other end. */
  private end(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.pieces = [];
    this.child?.stdout?.destroy();
    this.child?.stderr?.destroy();
    this.child?.unref();
    this.onclose?.();
  }

  private drain(streams: readonly Readable[]): Promise<unknown> {
    const open = streams.filter((stream) => !stream.readableEnded && !stream.destroyed);
    const ended = open.map((stream) => new Promise((resolve) => stream.once('close', resolve)));
    return within(DRAIN_MS, Promise.all(ended));
  }
}

async function hasEnded(child: ChildProcess): Promise<boolean> {
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  if (!ended()) await within(END_MS, new Promise((resolve) => child.once('exit', resolve)));
  return ended();
}

function within(milliseconds: number, work: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
