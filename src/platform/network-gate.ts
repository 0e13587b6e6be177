/**
 * How a process is shut off from every network here: by a network namespace of its own, made by unshare. Found out once a
 * process, by doing it.
 */
import { spawn } from 'node:child_process';
import type { NetworkGate } from '../run/ports.ts';
import { systemProgram } from './system-program.ts';

/** Root keeps the machine's users. Anybody else has to be alone with the one user that they are. */
const AS_ROOT = ['--net', '--'];
/**
 * By these root gets out again: enters the network of another process, lays a line to it, or changes the kernel. Without
 * them in the bounding set no program that it starts has them.
 */
const WAYS_OUT = ['sys_admin', 'net_admin', 'sys_module', 'sys_rawio'];
/** Root looks into other processes by this, and may take one over. */
const LOOK = 'sys_ptrace';
const AS_USER = ['--user', '--map-current-user', '--net', '--'];
/** It takes 5 ms. Slowness of a crowded machine must not take the wall away; what hangs still is no way. */
const TRIAL_MS = 20_000;

let found: Promise<NetworkGate> | undefined;

export function findNetworkGate(): Promise<NetworkGate> {
  found ??= tryGate();
  return found;
}

async function tryGate(): Promise<NetworkGate> {
  if (process.platform !== 'linux') return none('This system has no network namespaces.');
  const file = systemProgram('unshare');
  if (file === undefined) return none('The program unshare is not installed.');
  const works = (argv: readonly string[]) => succeeds(file, [...argv, file, '--version']);
  if (process.getuid?.() !== 0) {
    return (await works(AS_USER)) ? { kind: 'gate', file, argv: AS_USER, ownUsers: true } : none(NOT_LET);
  }
  const setpriv = systemProgram('setpriv');
  if (setpriv !== undefined) {
    const without = (names: readonly string[]) => {
      const list = names.map((name) => `-${name}`).join(',');
      return [...AS_ROOT, setpriv, `--bounding-set=${list}`, `--inh-caps=${list}`, '--'];
    };
    const argv = without([...WAYS_OUT, LOOK]);
    if (await works(argv)) return { kind: 'gate', file, argv, ownUsers: false, looking: without(WAYS_OUT) };
  }
  if (!(await works(AS_ROOT))) return none(NOT_LET);
  const why = 'It starts without a network, but as root it can enter that of another process: setpriv is missing here';
  return { kind: 'gate', file, argv: AS_ROOT, ownUsers: false, leaves: `${why}, or cannot take that away.` };
}

const NOT_LET = 'This system does not let this user make a network namespace.';

function none(why: string): NetworkGate {
  return { kind: 'none', why };
}

function succeeds(file: string, argv: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, argv, { cwd: '/', env: {}, stdio: 'ignore', timeout: TRIAL_MS });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}
