/** What has to be there before a handler can be prepared: programs and secrets, found or refused in words. */
import { type Refusal, refuse } from '../../reason/refusal.ts';
import type { Executable, Program, RunPorts, SecretUse } from '../ports.ts';

/** The program of this name with what tells it from another. */
export async function findProgram(name: string, ports: RunPorts): Promise<Program | Refusal> {
  const executable = await ports.findExecutable(name);
  return executable === undefined ? missing(name) : fingerprinted(name, executable, ports);
}

/** All of these programs but those that are `known` already. */
export async function findOthers(
  names: readonly string[],
  known: readonly Executable[],
  ports: RunPorts,
): Promise<readonly Program[] | Refusal> {
  const found: Program[] = [];
  for (const name of names) {
    const executable = await ports.findExecutable(name);
    if (executable === undefined) return missing(name);
    if (known.some(({ path }) => path === executable.path)) continue;
    const program = await fingerprinted(name, executable, ports);
    if (program.kind === 'refusal') return program;
    found.push(program);
  }
  return found;
}

/** Those of these programs that are there, with what they are started through where that can be told; and the others' names. */
export async function findOptional(
  names: readonly string[],
  known: readonly Executable[],
  ports: RunPorts,
): Promise<{ readonly programs: readonly Program[]; readonly absent: readonly string[] }> {
  const programs: Program[] = [];
  const absent: string[] = [];
  for (const name of names) {
    const [found] = isThere(await findOthers([name], [], ports));
    if (found === undefined) absent.push(name);
    else if (![...known, ...programs.map(executableOf)].some(({ path }) => path === found.executable.path)) {
      programs.push(found);
      const before = [...known, ...programs.map(executableOf)];
      for (const one of isThere(await findInterpreters([found.executable], ports))) {
        if (!before.some(({ path }) => path === one.executable.path)) programs.push(one);
      }
    }
  }
  return { programs, absent };
}

function isThere(found: readonly Program[] | Refusal): readonly Program[] {
  return 'kind' in found ? [] : found;
}

export function executableOf({ executable }: Program): Executable {
  return executable;
}

/** What these are started through, where they are scripts, and is not among them already. */
export async function findInterpreters(
  executables: readonly Executable[],
  ports: RunPorts,
): Promise<readonly Program[] | Refusal> {
  const found: Program[] = [];
  for (const script of executables) {
    const interpreters = await ports.interpreters(script);
    if ('kind' in interpreters) return unavailable(`${interpreters.message}.`);
    for (const { executable, byPath } of interpreters) {
      if ([...executables, ...found.map((one) => one.executable)].some(({ path }) => path === executable.path))
        continue;
      const program = await fingerprinted(executable.path, executable, ports);
      if (program.kind === 'refusal') return program;
      found.push({ ...program, byPath });
    }
  }
  return found;
}

export async function fingerprinted(name: string, executable: Executable, ports: RunPorts): Promise<Program | Refusal> {
  const fingerprint = await ports.fingerprint(executable);
  return fingerprint === undefined ? missing(name) : { kind: 'program', executable, fingerprint };
}

export async function findSecrets(names: readonly string[], ports: RunPorts): Promise<readonly SecretUse[] | Refusal> {
  const found: SecretUse[] = [];
  for (const name of names) {
    const hash = await ports.secretHash(name);
    if (hash === undefined) {
      const message = `The secret ${name} is not there: no variable CAP_SECRET_${name}, no file of your own, secrets/${name}, in the configuration directory of cap, and no entry of application "cap" and secret "${name}" in a keyring that can be asked.`;
      return unavailable(message);
    }
    found.push({ name, hash });
  }
  return found;
}

export function missing(name: string): Refusal {
  return unavailable(`The executable "${name}" is not installed: it is in no directory of PATH.`);
}

export function unavailable(message: string): Refusal {
  return refuse('unavailable', { message: `${message} Nothing was executed.`, path: '/canonical_path' });
}

/** A command line for the eye; no shell ever reads it. */
export function quoteWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}
