/**
 * Tool `ssh_config_show`: the settings ssh would use for a host (asked from ssh itself), or the hosts that the user's
 * configuration names.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { flag, optionalText } from '../arguments.ts';
import { call } from '../call.ts';
import { homeDirectory } from '../home.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';

/** What decides whether a login works; the other hundred settings only on request. */
const MAIN =
  'hostname user port identityfile identitiesonly proxyjump proxycommand forwardagent preferredauthentications stricthostkeychecking userknownhostsfile addkeystoagent connecttimeout'.split(
    ' ',
  );

/** Arguments: `host`, `all`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const host = optionalText(args, 'host');
  if (host === undefined) {
    const file = join(homeDirectory(), '.ssh/config');
    const hosts = hostsIn(file, 0);
    return { file, hosts, total: hosts.length };
  }
  if (host.startsWith('-')) throw new ToolFailure('a host does not start with "-"', 'invalid_arguments');
  const { stdout } = await call('ssh', ['-G', '--', host], { cwd: io.cwd });
  const settings = new Map<string, string[]>();
  for (const line of stdout.toString('utf8').split('\n')) {
    const space = line.indexOf(' ');
    if (space <= 0) continue;
    const name = line.slice(0, space);
    if (!flag(args, 'all') && !MAIN.includes(name)) continue;
    settings.set(name, [...(settings.get(name) ?? []), line.slice(space + 1)]);
  }
  return { host, settings: Object.fromEntries(settings) };
}

type Host = { pattern: string; file: string; line: number };

/** Depth of `Include`: ssh itself stops at 16. */
const MAX_DEPTH = 8;

function hostsIn(file: string, depth: number): Host[] {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return content.split(/\r?\n/).flatMap((text, at) => {
    const found = /^\s*(host|include)(?:\s*=\s*|\s+)(.*?)\s*$/i.exec(text);
    if (found === null) return [];
    const words = [...(found[2] ?? '').matchAll(/"([^"]*)"|(\S+)/g)].map((word) => word[1] ?? word[2] ?? '');
    if (found[1]?.toLowerCase() === 'host') return words.map((pattern) => ({ pattern, file, line: at + 1 }));
    if (depth >= MAX_DEPTH) return [];
    return words.flatMap(included).flatMap((other) => hostsIn(other, depth + 1));
  });
}

/** Files that an Include names: relative ones lie in ~/.ssh, the last part may be a pattern. */
function included(pattern: string): string[] {
  const plain = pattern.replace(/^~\//, `${homeDirectory()}/`);
  const path = isAbsolute(plain) ? plain : join(homeDirectory(), '.ssh', plain);
  if (!/[*?]/.test(basename(path))) return [path];
  const escaped = basename(path).replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const matches = new RegExp(`^${escaped.replace(/\*/g, '.*').replace(/\?/g, '.')}$`);
  try {
    const names = readdirSync(dirname(path)).filter((name) => matches.test(name) && !name.startsWith('.'));
    return names.sort().map((name) => join(dirname(path), name));
  } catch {
    return [];
  }
}
