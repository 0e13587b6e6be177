/**
 * Processes of node that a test starts, each with a word in its command line that no other one has; ended by endStarted.
 */
import { type ChildProcess, spawn } from 'node:child_process';

const started: ChildProcess[] = [];
/** For afterEach. */
export function endStarted(): void {
  for (const child of started.splice(0)) child.kill('SIGKILL');
}

let serial = 0;

/** A node process that runs `code`, prints "ready", and carries a word in its command line that no other one has. */
export async function start(code: string, options: { cwd?: string; uid?: number } = {}) {
  const marker = `cap-test-${process.pid}-${++serial}`;
  const body = `${code}; process.stdout.write('ready ' + (globalThis.told ?? '') + '\\n'); setInterval(() => {}, 1000)`;
  const child = spawn(process.execPath, ['-e', body, '--', marker, 'with space', '备份'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
  started.push(child);
  const told = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('ended before it was ready')));
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8').replace('ready ', '').trim()));
  });
  child.removeAllListeners('exit');
  return { pid: child.pid ?? 0, marker, told, child };
}

/** Resolves when it has ended. */
export const ended = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));
