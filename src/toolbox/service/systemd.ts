/**
 * How the service tools ask systemd: properties as `systemctl show` gives them, and what its refusals mean.
 */

import { oneOf, text } from '../arguments.ts';
import { type Called, call } from '../call.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';

export type Properties = ReadonlyMap<string, string>;

/** Kinds of units that a name may end in; without one a service is meant, as systemctl does it. */
const SUFFIX = /\.(service|socket|timer|target|mount|automount|swap|path|slice|scope|device)$/;

/** Full name of the unit that the argument `name` means. */
export function unitName(args: JsonObject): string {
  const name = text(args, 'name');
  // A pattern would name several units at once, and none may be taken for an option.
  if (!/^[A-Za-z0-9_@:.\\][A-Za-z0-9_@:.\\-]*$/.test(name)) {
    throw new ToolFailure(`"${name}" is not the name of a service`, 'invalid_arguments');
  }
  return SUFFIX.test(name) ? name : `${name}.service`;
}

export function scopeOption(args: JsonObject): string {
  return oneOf(args, 'scope', ['system', 'user'], 'system') === 'user' ? '--user' : '--system';
}

/** Runs systemctl; its words on failure become the reason a person understands. Times come out in UTC. */
export async function systemctl(argv: readonly string[], io: ToolIo): Promise<Called> {
  const codes = Array.from({ length: 256 }, (_, code) => code);
  const called = await call('systemctl', ['--no-pager', '--no-ask-password', ...argv], {
    cwd: io.cwd,
    ok: codes,
    env: { TZ: 'UTC', LC_ALL: 'C.UTF-8', SYSTEMD_COLORS: '0' },
  });
  if (called.exitCode !== 0) throw whyNot(called.stderr.toString('utf8'), called.exitCode);
  return called;
}

function whyNot(words: string, code: number): ToolFailure {
  const said = words.trim();
  if (
    /not been booted with systemd|Failed to connect to (the )?(user scope )?bus|Host is down|No medium found/i.test(
      said,
    )
  ) {
    return new ToolFailure('no systemd manager of this kind runs here', 'not_installed');
  }
  if (/Unit .* (not found|not loaded|could not be found)/i.test(said))
    return new ToolFailure(firstLine(said), 'not_found');
  if (/Access denied|authentication required|Permission denied|not permitted/i.test(said)) {
    return new ToolFailure(`${firstLine(said)} (administrator rights are needed)`, 'permission_denied');
  }
  return new ToolFailure(said === '' ? `systemctl ended with exit code ${code}` : said.slice(0, 2000));
}

function firstLine(words: string): string {
  return words.split('\n')[0] ?? words;
}

/** Properties of one unit. Throws ToolFailure when there is no such unit. */
export async function showUnit(
  name: string,
  scope: string,
  properties: readonly string[],
  io: ToolIo,
): Promise<Properties> {
  const wanted = [...new Set(['Id', 'LoadState', ...properties])];
  const { stdout } = await systemctl([scope, 'show', `--property=${wanted.join(',')}`, '--', name], io);
  const unit = parseProperties(stdout.toString('utf8'))[0] ?? new Map<string, string>();
  if (unit.get('LoadState') === 'not-found') throw new ToolFailure(`there is no service ${name}`, 'not_found');
  return unit;
}

/** Blocks of KEY=value lines with an empty line between units. */
export function parseProperties(output: string): Properties[] {
  return output
    .split('\n\n')
    .map((block) => {
      const pairs = block.split('\n').flatMap((line): [string, string][] => {
        const at = line.indexOf('=');
        return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
      });
      return new Map(pairs);
    })
    .filter((unit) => unit.size > 0);
}

/** A count or an id; systemd says 0 or its largest number where there is none. */
export function numberOf(value: string | undefined): number | null {
  if (value === undefined || !/^\d+$/.test(value) || value === '18446744073709551615') return null;
  return Number(value);
}

export function wordOf(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value;
}

/** "Mon 2026-01-31 12:00:00 UTC" as ISO 8601. */
export function timeOf(value: string | undefined): string | null {
  const match = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)? UTC$/.exec(value ?? '');
  return match === null ? null : `${match[1]}T${match[2]}Z`;
}

/** What a change of state is judged by. */
export async function stateOf(name: string, scope: string, io: ToolIo): Promise<{ [key: string]: Json }> {
  const unit = await showUnit(name, scope, ['ActiveState', 'SubState', 'MainPID'], io);
  const pid = numberOf(unit.get('MainPID'));
  return {
    active: unit.get('ActiveState') ?? 'unknown',
    state: unit.get('SubState') ?? 'unknown',
    main_pid: pid === 0 ? null : pid,
  };
}

/** Runs one verb on the unit of the arguments and tells its state before and after. */
export async function changeUnit(verb: string, args: JsonObject, io: ToolIo): Promise<Json> {
  const name = unitName(args);
  const scope = scopeOption(args);
  const before = await stateOf(name, scope, io);
  await systemctl([scope, verb, '--', name], io);
  const after = await stateOf(name, scope, io);
  return { name, before, after, changed: JSON.stringify(before) !== JSON.stringify(after) };
}
