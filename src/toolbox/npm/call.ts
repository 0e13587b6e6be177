/**
 * How tools talk to npm: its JSON answers, and its JSON errors as sentences. It knows nothing of single commands.
 */
import { call } from '../call.ts';
import { maskAddresses } from '../masking.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';

/** Nothing but the answer: no notices, no questions, no colours; and no program that a project's .npmrc puts in git's place. */
const QUIET = [
  '--no-update-notifier',
  '--no-fund',
  '--no-audit',
  '--no-progress',
  '--loglevel=error',
  '--git=git',
] as const;

/**
 * Runs `npm ARGV… --json -- REST…`; `ok` are the exit codes that may come with an answer.
 * npm says what went wrong in an `error` object; that becomes the failure.
 */
export async function npmJson(
  argv: readonly string[],
  cwd: string,
  rest: readonly string[] = [],
  ok: readonly number[] = [0],
): Promise<Json> {
  const { exitCode, stdout, stderr } = await npm([...argv, '--json'], cwd, rest);
  const answer = parse(stdout);
  const error = isObject(answer) && isObject(answer.error) ? answer.error : undefined;
  if (answer !== undefined && error === undefined && ok.includes(exitCode)) return answer;
  if (stdout.trim() === '' && ok.includes(exitCode)) return {};
  throw npmFailure(argv[0] ?? '', exitCode, error, stderr);
}

export async function npm(
  argv: readonly string[],
  cwd: string,
  rest: readonly string[] = [],
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const all = [...argv, ...QUIET, ...(rest.length > 0 ? ['--', ...rest] : [])];
  // Any exit code: what it means is told by the answer.
  const { exitCode, stdout, stderr } = await call('npm', all, { cwd, ok: Array.from({ length: 256 }, (_, i) => i) });
  return { exitCode, stdout: stdout.toString('utf8'), stderr: stderr.toString('utf8') };
}

export function npmFailure(
  command: string,
  exitCode: number,
  error: JsonObject | undefined,
  stderr: string,
): ToolFailure {
  const words = [error?.summary, error?.detail].filter((part) => typeof part === 'string' && part.trim() !== '');
  const code = typeof error?.code === 'string' ? `${error.code}: ` : '';
  const said = words.length > 0 ? words.join(' ') : stderr.replace(/^npm (?:ERR!|error) ?/gm, '').trim();
  const message = maskAddresses(said).replace(/\s+/g, ' ').slice(0, 1500);
  const reason = error?.code === 'EACCES' ? 'permission_denied' : error?.code === 'ENOLOCK' ? 'not_found' : 'failed';
  return new ToolFailure(`npm ${command} failed (exit code ${exitCode}): ${code}${message}`, reason);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectAt(value: Json | undefined, key: string): JsonObject {
  const inner = isObject(value) ? value[key] : undefined;
  return isObject(inner) ? inner : {};
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
