/**
 * Runs a command of a project to its end and keeps the last of what it wrote. Its exit code is an answer, not a
 * failure: a test that fails is what was asked for. The runner above bounds the time.
 */
import { stripVTControlCharacters } from 'node:util';
import { startProgram } from '../start-program.ts';
import { ToolFailure } from '../tool.ts';

export type Finished = {
  readonly command: readonly string[];
  readonly directory: string;
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly duration_ms: number;
  /** The last lines of stdout and stderr, as they came. */
  readonly output: string;
  readonly output_truncated: boolean;
};

/** Bytes kept while it runs: 2,000 lines of a thousand characters. */
const KEPT_BYTES = 2 * 1024 * 1024;

export async function runCommand(
  command: readonly string[],
  directory: string,
  lines: number,
): Promise<{ finished: Finished; whole: string }> {
  const [executable = '', ...argv] = command;
  const started = performance.now();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let dropped = false;
  const keep = (chunk: Buffer): void => {
    chunks.push(chunk);
    bytes += chunk.length;
    while (bytes - (chunks[0]?.length ?? 0) > KEPT_BYTES) {
      bytes -= chunks.shift()?.length ?? 0;
      dropped = true;
    }
  };
  const end = await new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    // CI keeps runners from watching and from asking.
    const env = { ...process.env, CI: '1', NO_COLOR: '1', FORCE_COLOR: '0' };
    const child = startProgram(executable, argv, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'], env });
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new ToolFailure(`${executable} is not installed (not found on PATH)`, 'not_installed')
          : new ToolFailure(`${executable} could not be started: ${error.message}`),
      ),
    );
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  const whole = stripVTControlCharacters(Buffer.concat(chunks).toString('utf8')).replace(/\r\n?/g, '\n');
  const all = whole.replace(/\n+$/, '').split('\n');
  const finished: Finished = {
    command,
    directory,
    exit_code: end.code,
    signal: end.signal,
    duration_ms: Math.round(performance.now() - started),
    output: all.slice(-lines).join('\n'),
    output_truncated: dropped || all.length > lines,
  };
  return { finished, whole };
}
