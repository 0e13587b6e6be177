/**
 * How a built-in tool calls an executable: an argv, never a shell; the environment is the one the runner gave us,
 * which is an allow-list already. Killing on a timeout is the runner's: it ends the whole tree of this process.
 */
import { startProgram } from './start-program.ts';
import { ToolFailure } from './tool.ts';

export type Called = { readonly exitCode: number; readonly stdout: Buffer; readonly stderr: Buffer };

export type CallOptions = {
  readonly cwd: string;
  readonly stdin?: string | Uint8Array;
  /** Exit codes that are an answer; any other is a failure that carries the executable's own last words. */
  readonly ok?: readonly number[];
  /** Bytes of stdout after which the call is a failure; 256 MiB unless told: a tool holds it in memory. */
  readonly maxBytes?: number;
  /** Variables on top of the runner's, such as a time zone in which times shall come out. */
  readonly env?: { readonly [name: string]: string };
};

const MAX_BYTES = 256 * 1024 * 1024;
/** Characters of stderr that a failure quotes: enough for the sentence that matters. */
const QUOTED = 2000;

/**
 * Runs `executable` with exactly these arguments and waits for it.
 * Throws ToolFailure: not installed, an exit code outside `ok` (default [0]), a signal, or too much output.
 */
export async function call(executable: string, argv: readonly string[], options: CallOptions): Promise<Called> {
  const bad = argv.find((element) => element.includes('\0'));
  if (bad !== undefined) throw new ToolFailure('an argument holds a NUL character', 'invalid_arguments');
  const limit = options.maxBytes ?? MAX_BYTES;
  const result = await new Promise<Called & { signal: string | null }>((resolve, reject) => {
    const child = startProgram(executable, argv, {
      cwd: options.cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(options.env === undefined ? {} : { env: { ...process.env, ...options.env } }),
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let outBytes = 0;
    let errBytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      outBytes += chunk.length;
      if (outBytes <= limit) out.push(chunk);
      else {
        child.kill('SIGKILL');
        reject(new ToolFailure(`${executable} wrote more than ${limit} bytes`));
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errBytes += chunk.length;
      if (errBytes <= 1024 * 1024) err.push(chunk);
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new ToolFailure(`${executable} is not installed (not found on PATH)`, 'not_installed')
          : new ToolFailure(`${executable} could not be started: ${error.message}`),
      ),
    );
    child.on('close', (code, signal) =>
      resolve({ exitCode: code ?? -1, signal, stdout: Buffer.concat(out), stderr: Buffer.concat(err) }),
    );
    // A child that ends without reading its input closes the pipe under us: its exit code tells, not EPIPE.
    child.stdin.on('error', () => {});
    child.stdin.end(options.stdin ?? '');
  });
  if (result.signal !== null) throw new ToolFailure(`${executable} was ended by ${result.signal}`);
  if (!(options.ok ?? [0]).includes(result.exitCode)) {
    const words = result.stderr.toString('utf8').trim().slice(-QUOTED);
    throw new ToolFailure(`${executable} ended with exit code ${result.exitCode}${words === '' ? '' : `: ${words}`}`);
  }
  return { exitCode: result.exitCode, stdout: result.stdout, stderr: result.stderr };
}
