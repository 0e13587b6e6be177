/**
 * How a process is shut off from every network here: by a network namespace of its own, made by unshare. Found out once a
 * process, by doing it.
 */
import { spawn } from 'node:child_process';
import type { NetworkGate } from '../run/ports.ts';
import { systemProgram } from './system-program.ts';

/** Root keeps the machine's users. Anybody else has to be alone with the one user that they are. */
const AS_ROOT = ['--net', '--'];
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
  const root = process.getuid?.() === 0;
  const argv = root ? AS_ROOT : AS_USER;
  if (await succeeds(file, [...argv, file, '--version'])) return { kind: 'gate', file, argv, ownUsers: !root };
  return none('This system does not let this user make a network namespace.');
}

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
