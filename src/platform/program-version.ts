/**
 * The version that a program tells of itself when it is asked with --version, remembered in <state>/executables for as
 * long as nobody wrote to its file: npm takes longer to tell it than most runs take. It knows no program.
 */
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256Hex } from '../canon/hash.ts';
import type { Environment, Executable } from '../run/ports.ts';
import { marksOf } from './fingerprint.ts';
import { readPrivate, replaceWhole } from './private-file.ts';

/** npm and conda take a good second on a slow machine; what does not answer then has no version for us. */
const ANSWER_MS = 10_000;
/** The version stands in the first lines. */
const ANSWER_BYTES = 4096;

/**
 * The first dotted number of its answer, "2.43.0", or the first number at all ("systemd 252"); undefined when there is
 * none. `state` is the state directory, used when it is there already and never made for this.
 */
export async function versionOf(
  { path, realPath }: Executable,
  environment: Environment,
  state: string | undefined,
): Promise<string | undefined> {
  const marks = await marksOf(realPath);
  const note = state === undefined ? undefined : join(state, 'executables', `${sha256Hex(realPath)}.version`);
  const known = note === undefined ? '' : ((await readPrivate(note).catch(() => undefined))?.toString('latin1') ?? '');
  if (marks !== undefined && known.startsWith(`${marks.identity} `))
    return known.slice(marks.identity.length + 1).trim();
  const answer = await ask(path, environment);
  const version = (/\d+(?:\.\d+)+/.exec(answer) ?? /\b\d+\b/.exec(answer))?.[0];
  if (note !== undefined && version !== undefined && marks?.settled === true) {
    await mkdir(dirname(note), { mode: 0o700 }).catch(() => {});
    await replaceWhole(note, `${marks.identity} ${version}\n`).catch(() => {});
  }
  return version;
}

function ask(file: string, environment: Environment): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(file, ['--version'], {
      cwd: '/',
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: ANSWER_MS,
      killSignal: 'SIGKILL',
    });
    let text = '';
    const hear = (chunk: Buffer) => {
      if (text.length < ANSWER_BYTES) text += chunk.toString('latin1');
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', () => resolve(''));
    // What fails when it is asked has not told its version, whatever numbers its words hold.
    child.on('close', (code) => resolve(code === 0 ? text : ''));
  });
}
