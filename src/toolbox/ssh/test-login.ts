/**
 * Tool `ssh_test_login`: tries a login with keys only. It asks nothing, runs `exit` on the other side, and changes no
 * file: an unknown host key is refused and not recorded.
 */
import { resolve } from 'node:path';
import { optionalInteger, optionalText, text } from '../arguments.ts';
import { call } from '../call.ts';
import { statOf } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';

const HARMLESS = [
  'BatchMode=yes',
  'StrictHostKeyChecking=yes',
  'UpdateHostKeys=no',
  'ControlMaster=no',
  'ControlPath=none',
  'ClearAllForwardings=yes',
  'ForwardAgent=no',
  'ForwardX11=no',
  'PermitLocalCommand=no',
  'AddKeysToAgent=no',
  'RemoteCommand=none',
  'ConnectionAttempts=1',
];

/** Arguments: `host`, `port`, `identity`, `timeout_seconds` (10). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const host = text(args, 'host');
  if (host.startsWith('-')) throw new ToolFailure('a host does not start with "-"', 'invalid_arguments');
  const port = optionalInteger(args, 'port');
  const identity = optionalText(args, 'identity');
  const file = identity === undefined ? undefined : resolve(io.cwd, identity);
  if (file !== undefined && !(statOf(file)?.isFile() ?? false)) {
    throw new ToolFailure(`${file} does not exist`, 'not_found');
  }
  const argv = [
    '-v',
    '-T',
    ...[...HARMLESS, `ConnectTimeout=${optionalInteger(args, 'timeout_seconds') ?? 10}`].flatMap((one) => ['-o', one]),
    ...(port === undefined ? [] : ['-p', String(port)]),
    ...(file === undefined ? [] : ['-o', 'IdentitiesOnly=yes', '-o', 'IdentityAgent=none', '-i', file]),
    '--',
    host,
    'exit',
  ];
  const any = Array.from({ length: 256 }, (_, code) => code);
  const { exitCode, stdout, stderr } = await call('ssh', argv, { cwd: io.cwd, ok: any });
  return { host, port: port ?? null, ...readAttempt(stderr.toString('utf8'), exitCode), server_said: said(stdout) };
}

/** Reads what `ssh -v` wrote. Its debug lines are the only place that tells how far it came; they are never translated. */
export function readAttempt(log: string, exitCode: number): JsonObject {
  const lines = log.split(/\r?\n/);
  const find = (pattern: RegExp): string | null => {
    for (const line of lines) {
      const found = pattern.exec(line);
      if (found !== null) return found[1] ?? '';
    }
    return null;
  };
  const method = find(/^Authenticated to .* using "([^"]+)"/) ?? find(/^debug1: Authentication succeeded \(([^)]+)\)/);
  const words = lines.filter(
    (line) => line !== '' && !/^(?:debug\d:|OpenSSH_|Authenticated to |Transferred:|Bytes per second)/.test(line),
  );
  const message = words.join('\n').slice(-2000);
  return {
    authenticated: method !== null,
    method,
    failed_at: method !== null ? null : failure(message, log),
    host_key: find(/^debug1: Server host key: (.+)$/),
    methods_offered_by_server: find(/^debug1: Authentications that can continue: (.+)$/)?.split(',') ?? [],
    keys_tried: lines.flatMap((line) => /^debug1: Offering public key: (.+)$/.exec(line)?.[1] ?? []),
    exit_code: exitCode,
    message,
  };
}

function failure(message: string, log: string): string {
  if (/Could not resolve hostname/.test(message)) return 'name';
  if (/Host key verification failed|No .* host key is known|REMOTE HOST IDENTIFICATION HAS CHANGED/.test(message))
    return 'host_key';
  if (/Permission denied|Too many authentication failures|no mutual signature|Authentication failed/.test(message))
    return 'authentication';
  if (
    /Connection (?:refused|timed out|reset|closed)|No route to host|Network is unreachable|banner exchange/.test(
      message,
    )
  )
    return 'connection';
  return /debug1: Connection established/.test(log) ? 'other' : 'connection';
}

function said(stdout: Buffer): string | null {
  const words = stdout.toString('utf8').trim().slice(0, 1000);
  return words === '' ? null : words;
}
