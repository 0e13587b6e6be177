/**
 * The ports of the run room, made real: the one place where a frozen invocation becomes a process.
 */
import { realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, isAbsolute, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { OperatingSystem } from '../capability/capability.ts';
import { PASS_VARIABLE, passText, TOOL_ENTRY } from '../capability/tool-pass.ts';
import type { Execution, ExecutionEnd, RunPorts } from '../run/ports.ts';
import { lookAt } from './artifacts.ts';
import { recordAudit } from './audit-log.ts';
import { leadsTo, objectAt } from './beyond-links.ts';
import { holdDirectory, inputOfTool } from './bound-places.ts';
import { bounded } from './bounded.ts';
import type { ChildEnd } from './child.ts';
import { runChild } from './child.ts';
import { openDesk } from './confirmations.ts';
import { isPackaged } from './embedded.ts';
import { childEnvironment } from './environment.ts';
import { checkExecutable, findExecutable } from './executables.ts';
import { fingerprintOf, isStill } from './fingerprint.ts';
import type { Self } from './guard.ts';
import { interpretersOf } from './interpreters.ts';
import { executionBegins, interruption } from './interrupts.ts';
import {
  moveOperation,
  noteCircuit,
  prepareOperation,
  readCircuit,
  readOperationOfCall,
  readSameOperations,
} from './journal.ts';
import { type CommandLine, canLimitMemory, withMemory } from './memory-limit.ts';
import { findNetworkGate } from './network-gate.ts';
import { needFilesForRun } from './open-files.ts';
import { workingDirectory } from './paths.ts';
import { look } from './preview.ts';
import { versionOf } from './program-version.ts';
import { projectsBelow } from './projects-below.ts';
import { randomId } from './random-id.ts';
import { projectOf, repositoryAt } from './repository.ts';
import { createSlot, type ResultSlot, readStored } from './results.ts';
import { takeSlot } from './run-slots.ts';
import { placeScript, scriptPlace } from './scripts.ts';
import { hashSecret, readSecrets } from './secrets.ts';
import { locateState, openState } from './state-directory.ts';
import { readableState } from './state-reading.ts';
import { treeBelow } from './tree-below.ts';

export type RunHost = {
  readonly environment: { readonly [name: string]: string | undefined };
  /** Where relative directories stand; undefined when that directory was removed under us. */
  readonly cwd: string | undefined;
  readonly platform: NodeJS.Platform;
  readonly self: Self;
  /** Limits of child.ts, for those who need others. */
  readonly graceMs?: number;
  readonly streamCap?: number;
  /** Milliseconds that a run waits for its turn, for those who cannot. */
  readonly slotPatienceMs?: number;
  /** Milliseconds since 1970; the system's clock when left out. */
  readonly clock?: () => number;
};

/** The system had no room for one more process or file in that moment, or the executable was just being written. */
const SCARCE: ReadonlySet<string> = new Set(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE', 'ETXTBSY']);
/** Directory of the results below the state directory. */
const RESULTS = 'results';

/**
 * The ports of this very process. From source our own executable is node with main.ts, packaged it is the file itself.
 * Throws what is answered as `unavailable` where it may not open as many files as a run needs.
 */
export function processRunPorts(): RunPorts {
  needFilesForRun();
  const main = isPackaged() ? [] : [fileURLToPath(new URL('../main.ts', import.meta.url))];
  return createRunPorts({
    environment: process.env,
    cwd: workingDirectory(),
    platform: process.platform,
    self: { file: process.execPath, argv: main },
  });
}

export function createRunPorts(host: RunHost): RunPorts {
  const environment = childEnvironment(host.environment);
  return {
    os: host.platform as OperatingSystem,
    newOperationId: randomId,
    findExecutable: (name) => findExecutable(name, environment.PATH ?? ''),
    interpreters: (executable) => interpretersOf(executable, environment.PATH ?? ''),
    fingerprint(executable) {
      const state = locateState(host.environment, host.platform);
      return fingerprintOf(executable, state.kind === 'unavailable' ? undefined : state.path);
    },
    confirmations: { open: () => openDesk(host.environment, host.platform, host.clock) },
    audit: { record: (facts) => recordAudit(facts, host) },
    journal: {
      prepare: (entry, keepDays) => prepareOperation(entry, keepDays, host),
      move: (operationId, state, ref) => moveOperation(operationId, state, host, ref),
      ofCall: (keys) => readOperationOfCall(keys, host),
      same: (keys) => readSameOperations(keys, host),
    },
    circuit: {
      facts: async (key) => ({ ...(await readCircuit(key, host)), now: (host.clock ?? Date.now)() }),
      note: (key, end) => noteCircuit(key, end, host),
    },
    takeSlot: (limit) => takeSlot(limit, host),
    pause: (milliseconds) => sleep(milliseconds),
    interruption,
    timestamp: (milliseconds) => new Date(milliseconds).toISOString(),
    builtin: (tool) => ownTool(tool, host),
    async preview(asked) {
      const state = await openState(host.environment, host.platform, RESULTS);
      if (state.kind === 'unavailable') return { kind: 'failed', reason: 'failed', message: state.message };
      return look(asked, { ...(await ownTool(asked.tool, host)), results: state.path });
    },
    versionOf(executable) {
      const state = locateState(host.environment, host.platform);
      return versionOf(executable, environment, state.kind === 'unavailable' ? undefined : state.path);
    },
    secretHash: (name) => hashSecret(name, host.environment),
    scriptPlace: (sha256, file) => scriptPlace(sha256, file, host),
    networkGate: findNetworkGate,
    limitsMemory: () => canLimitMemory(host.platform),
    async realDirectory(path, base) {
      if (path.includes('\0')) return { kind: 'not_directory' };
      const from = base ?? host.cwd;
      if (from === undefined && !isAbsolute(path)) return { kind: 'not_directory' };
      const absolute = resolve(from ?? '/', path);
      try {
        const real = realpathSync.native(absolute);
        return statSync(real).isDirectory() ? { kind: 'directory', path: real } : { kind: 'not_directory' };
      } catch {
        return { kind: 'not_directory' };
      }
    },
    objectAt,
    treeBelow: async (path) => treeBelow(path),
    leadsTo,
    projectOf,
    projectsBelow,
    repositoryAt,
    lookAt,
    environment: () => environment,
    async execute(execution) {
      const state = await openState(host.environment, host.platform, RESULTS);
      if (state.kind === 'unavailable') return { kind: 'no_state', message: state.message };
      executionBegins();
      return execute(execution, state.path, host);
    },
    async readResult(ref, stream) {
      // Only looked at, never made: what is kept can be read where nothing can be written any more.
      return readStored(await readableState(host, RESULTS), ref, stream);
    },
    bounded,
  };
}

/** How our own executable is started to run a built-in tool. */
async function ownTool(tool: string, { self }: RunHost) {
  const executable = (await checkExecutable(self.file)) ?? { path: self.file, realPath: self.file };
  return { executable, name: basename(self.file), argv: [...self.argv, TOOL_ENTRY, tool] };
}

async function execute(execution: Execution, directory: string, host: RunHost): Promise<ExecutionEnd> {
  const { gate, script } = execution;
  const changed = await whatChanged(execution);
  const secrets = await readSecrets(execution.secrets, host.environment);
  const other = changed ?? ('changed' in secrets ? `the secret ${secrets.changed}` : undefined);
  if (other !== undefined) {
    return { kind: 'not_started', message: `${other} is not what it was when the call was checked` };
  }
  const unplaced = script === undefined ? undefined : await placeScript(script, host);
  if (unplaced !== undefined) return { kind: 'not_started', message: unplaced };
  const input = inputOf(execution, secrets);
  const plain = { file: execution.executable.path, name: execution.name, argv: execution.argv };
  const { memory } = execution;
  const limited = memory === undefined ? plain : withMemory(plain, memory.bytes, host.platform);
  if (limited === undefined && memory?.isKept === true) {
    return {
      kind: 'not_started',
      message: 'its memory cannot be limited any more, as it could when the call was checked',
    };
  }
  const unenforced = limited === undefined ? ['memory'] : [];
  let slot: ResultSlot;
  try {
    slot = createSlot(directory);
    slot.writeMeta({ ...execution.meta, ref: slot.ref, state: 'started' });
  } catch (error) {
    return { kind: 'no_state', message: `the result cannot be kept in ${directory} (${codeOf(error)})` };
  }
  let end: ChildEnd;
  const held = holdDirectory(execution);
  try {
    const pass = execution.tool === undefined ? undefined : passText(execution.tool, input ?? '');
    if (pass !== undefined) writeFileSync(slot.passPath, pass, { flag: 'wx', mode: 0o600 });
    end = await runChild({
      ...through(gate, limited ?? plain),
      cwd: held.path,
      lastLook: held.lastLook,
      environment:
        pass === undefined ? execution.environment : { ...execution.environment, [PASS_VARIABLE]: slot.passPath },
      stdin: input === undefined ? undefined : Buffer.from(input, 'utf8'),
      timeoutMs: execution.timeoutMs,
      stdoutPath: slot.stdoutPath,
      stderrPath: slot.stderrPath,
      keep: execution.secret !== true,
      mark: randomId(),
      self: host.self,
      ...(host.graceMs === undefined ? {} : { graceMs: host.graceMs }),
      ...(host.streamCap === undefined ? {} : { streamCap: host.streamCap }),
    });
  } catch (error) {
    return { kind: 'no_state', message: `the output cannot be kept in ${directory} (${codeOf(error)})` };
  } finally {
    held.release();
  }
  if (end.kind === 'not_started') {
    // Spent by nobody.
    rmSync(slot.passPath, { force: true });
    if (end.changed !== undefined)
      return { kind: 'not_started', message: `${end.changed} than when the call was checked` };
    const message = `the system did not start ${execution.executable.path} (${end.code})`;
    return { kind: 'not_started', message, transient: SCARCE.has(end.code) };
  }
  const { stdout, stderr } = end;
  const meta = {
    ...execution.meta,
    ref: slot.ref,
    state: 'ended',
    exit_code: end.exitCode,
    signal: end.signal,
    stopped: end.stopped,
    stdout: { total_bytes: stdout.totalBytes, stored_bytes: stdout.storedBytes, capped: stdout.capped },
    stderr: { total_bytes: stderr.totalBytes, stored_bytes: stderr.storedBytes, capped: stderr.capped },
  };
  try {
    slot.writeMeta(meta);
  } catch {
    // The run has happened: a meta file that cannot be completed must not hide its outcome.
  }
  const { exitCode, signal, stopped, durationMs, leftBehind, survivors } = end;
  const about = { exitCode, signal, stopped, durationMs, stdout, stderr, leftBehind, survivors, unenforced };
  return { kind: 'ended', ...about, resultRef: execution.secret === true ? null : slot.ref };
}

/** The same command, shut off from the network. */
function through(gate: Execution['gate'], command: CommandLine): CommandLine {
  if (gate === undefined) return command;
  return { file: gate.file, name: gate.file, argv: [...gate.argv, command.file, ...command.argv] };
}

/** Secrets come on a line of their own behind the document, which is one line. */
function inputOf(execution: Execution, secrets: Awaited<ReturnType<typeof readSecrets>>): string | undefined {
  const none = 'changed' in secrets || Object.keys(secrets.values).length === 0;
  const { stdin, tool } = execution;
  const values = none ? '' : JSON.stringify(secrets.values);
  if (tool !== undefined) return inputOfTool(stdin ?? '', values, execution);
  return none ? stdin : `${stdin ?? ''}\n${values}`;
}

/**
 * The last look before the start: each program is the frozen file, also for whoever asks for it as it is asked for, and the
 * directory is no link to elsewhere.
 */
async function whatChanged(execution: Execution): Promise<string | undefined> {
  const { executable, fingerprint, programs, cwd, environment } = execution;
  const others = programs.map(async (program) => {
    const { path } = program.executable;
    const search = () => findExecutable(basename(path), environment.PATH ?? '');
    return { program, now: await (program.byPath === true ? checkExecutable(path) : search()) };
  });
  const own = { program: { executable, fingerprint }, now: await checkExecutable(executable.path) };
  for (const { program, now } of [own, ...(await Promise.all(others))]) {
    const { path, realPath } = program.executable;
    const isPlace = now?.path === path && now.realPath === realPath;
    if (!isPlace || !(await isStill(now, program.fingerprint))) return path;
  }
  for (const name of execution.absent ?? []) {
    if ((await findExecutable(name, environment.PATH ?? '')) !== undefined)
      return `the program ${name}, which was not there,`;
  }
  return isReal(cwd) ? undefined : cwd;
}

function isReal(path: string): boolean {
  try {
    return realpathSync.native(path) === path;
  } catch {
    return false;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown error';
}
