/**
 * Runs one child process to its end, whatever it does: no shell, a session of its own, allow-listed environment, output
 * to files with a cap, a deadline, and nothing of it left alive afterwards. It knows nothing of capabilities.
 *
 * node:child_process, not execa: the end of a run is the end of the child itself, not of whoever still holds its
 * stdout, and execa's result waits for the latter; its import alone would also cost as much as a whole run may (45 ms).
 */
import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Captured } from './capture.ts';
import { openCapture } from './capture.ts';
import type { Environment } from './environment.ts';
import { INVOCATION_VARIABLE } from './environment.ts';
import { openGuard, type Self } from './guard.ts';
import { onInterrupt } from './interrupts.ts';
import { MARK_FD, openMark } from './process-mark.ts';
import { endTree, listTree, treeOf } from './process-tree.ts';

export type ChildSpec = {
  /** Absolute path of the file that is started. */
  readonly file: string;
  /** What the child sees as its own name (argv[0]). */
  readonly name: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: Environment;
  /** Bytes for the child's stdin; absent: an empty one. Never ours. */
  readonly stdin?: Uint8Array | undefined;
  readonly timeoutMs: number;
  /** Files that receive the streams; they must not exist yet. */
  readonly stdoutPath: string;
  readonly stderrPath: string;
  /** False: the streams may hold secrets, and nothing of them is written. */
  readonly keep?: boolean;
  /** Unguessable text by which descendants are recognised. */
  readonly mark: string;
  /** Bytes of one stream after which the child is stopped; DEFAULT_STREAM_CAP unless told. */
  readonly streamCap?: number;
  /** Time between SIGTERM and SIGKILL; DEFAULT_GRACE_MS unless told. */
  readonly graceMs?: number;
  /** The last thing before the start, when all files are open: a text, which says what has changed, and nothing is started. */
  readonly lastLook?: () => Promise<string | undefined>;
  /** Our own executable: with it, nothing of the child outlives us either, however we end. */
  readonly self?: Self;
};

/** Why we ended the child, if we did. */
export type Stop = 'timeout' | 'output_limit' | 'interrupt';

export type ChildEnd =
  | { readonly kind: 'not_started'; readonly code: string; readonly changed?: string }
  | {
      readonly kind: 'ended';
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly stopped: Stop | null;
      readonly durationMs: number;
      readonly stdout: Captured;
      readonly stderr: Captured;
      /** The child had left processes behind; they were ended too. */
      readonly leftBehind: number;
      /** Processes that not even SIGKILL removed; 0 but for the kernel's own reasons. */
      readonly survivors: number;
    };

/** 64 MiB a stream: more than any answer can use, little enough for a laptop's disk. */
export const DEFAULT_STREAM_CAP = 64 * 1024 * 1024;
/** Time to finish a write and remove a lock file; longer would make a timeout a lie. */
export const DEFAULT_GRACE_MS = 1000;
/** After the child's end, how long the pipes may still deliver what was written before; idle pipes close at once. */
const DRAIN_MS = 250;

/** Between the three streams and the mark nothing is open. */
const GAP = Array<'ignore'>(MARK_FD - 3).fill('ignore');

/** Never throws for what the child does; throws only when the output files cannot be made. */
export async function runChild(spec: ChildSpec): Promise<ChildEnd> {
  const cap = spec.streamCap ?? DEFAULT_STREAM_CAP;
  const stdout = openCapture(spec.stdoutPath, cap, spec.keep);
  const stderr = openCapture(spec.stderrPath, cap, spec.keep);
  const started = performance.now();

  let stopped: Stop | null = null;
  let stop: (why: Stop) => void = () => {};
  const stopAsked = new Promise<void>((resolve) => {
    stop = (why) => {
      stopped ??= why;
      resolve();
    };
  });
  // Before the start: a signal in between would end us and leave the child behind.
  const forgetInterrupt = onInterrupt(() => stop('interrupt'));

  const { self, mark } = spec;
  const guard = self === undefined ? undefined : openGuard(self, mark, spec.environment);
  let child: ReturnType<typeof spawn>;
  let marked: number | undefined;
  const notStarted = (code: string, changed?: string): ChildEnd => {
    forgetInterrupt();
    guard?.dismiss();
    stdout.close();
    stderr.close();
    return { kind: 'not_started', code, ...(changed === undefined ? {} : { changed }) };
  };
  try {
    marked = process.platform === 'linux' ? openMark(dirname(spec.stdoutPath), mark) : undefined;
    const changed = await spec.lastLook?.();
    if (changed !== undefined) return notStarted('changed', changed);
    child = spawn(spec.file, spec.argv, {
      argv0: spec.name,
      cwd: spec.cwd,
      env: { ...spec.environment, [INVOCATION_VARIABLE]: spec.mark },
      // No pipe without need: to a shell a pipe of node's looks like a remote login, and it reads the user's start-up file.
      stdio: [
        ...([spec.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] as const),
        ...(marked === undefined ? [] : [...GAP, marked]),
      ],
      detached: true,
      shell: false,
      windowsHide: true,
    });
  } catch (error) {
    return notStarted((error as NodeJS.ErrnoException).code ?? 'unknown');
  } finally {
    if (marked !== undefined) closeSync(marked);
  }

  // At once: nobody has heard of its end yet, so the number is still its own.
  const tree = child.pid === undefined ? undefined : treeOf(child.pid, mark);
  const timer = setTimeout(() => stop('timeout'), spec.timeoutMs);
  // A pause that nobody waits for any more must not keep the process from its end.
  const over = new AbortController();
  const drain = <T>(value: T): Promise<T> => sleep(DRAIN_MS, value, { signal: over.signal }).catch(() => value);

  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const exited = new Promise<{ code: number | null; signal: string | null; error?: string }>((resolve) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, error: error.code ?? 'unknown' });
    });
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
  for (const [stream, capture] of [
    [child.stdout, stdout],
    [child.stderr, stderr],
  ] as const) {
    stream?.on('data', (chunk: Buffer) => {
      if (capture.write(chunk)) return;
      stream.pause();
      stop('output_limit');
    });
    stream?.on('error', () => {});
  }
  // A child that ends without reading its input closes the pipe under us: its exit code tells, not EPIPE.
  child.stdin?.on('error', () => {});
  child.stdin?.end(spec.stdin);

  try {
    const first = await Promise.race([exited, stopAsked.then(() => undefined)]);
    if (tree === undefined) return { kind: 'not_started', code: first?.error ?? 'unknown' };
    const graceMs = spec.graceMs ?? DEFAULT_GRACE_MS;
    if (first === undefined) {
      const survivors = await endTree(tree, graceMs);
      const end = await Promise.race([exited, drain({ code: null, signal: null })]);
      await Promise.race([closed, drain(undefined)]);
      return finish(end, 0, survivors.length);
    }
    // Ended by itself. What it wrote is still in the pipes; whoever else holds them is not waited for.
    const quiet = await Promise.race([closed.then(() => true), drain(false), stopAsked.then(() => false)]);
    const behind = quiet && process.platform !== 'linux' ? [] : listTree(tree);
    const survivors = behind.length === 0 ? [] : await endTree(tree, graceMs);
    if (behind.length > 0) await Promise.race([closed, drain(undefined)]);
    return finish(first, behind.length, survivors.length);
  } finally {
    clearTimeout(timer);
    over.abort();
    forgetInterrupt();
    guard?.dismiss();
    child.stdin?.destroy();
    child.stdout?.destroy();
    child.stderr?.destroy();
    if (child.pid === undefined) {
      stdout.close();
      stderr.close();
    }
  }

  function finish(
    end: { code: number | null; signal: string | null },
    leftBehind: number,
    survivors: number,
  ): ChildEnd {
    return {
      kind: 'ended',
      exitCode: end.code,
      signal: end.signal,
      stopped,
      durationMs: Math.round(performance.now() - started),
      stdout: stdout.close(),
      stderr: stderr.close(),
      leftBehind,
      survivors,
    };
  }
}
