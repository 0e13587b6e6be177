/**
 * What is installed in a Python environment, read from the metadata files that installers leave: no code of the
 * environment runs, so it works for a broken one too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statOf } from '../path-entries.ts';

export type PythonPackage = {
  readonly name: string;
  readonly version: string;
  readonly editable: boolean;
  /** Header fields of METADATA, names in lower case; several of one name in order. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly directory: string;
};

/** All packages of an environment's directory, by name. */
export function environmentPackages(environment: string): PythonPackage[] {
  const found = new Map<string, PythonPackage>();
  for (const site of siteDirectories(environment)) {
    for (const entry of namesIn(site)) {
      const file = entry.endsWith('.dist-info') ? 'METADATA' : entry.endsWith('.egg-info') ? 'PKG-INFO' : undefined;
      const headers = file === undefined ? undefined : readHeaders(join(site, entry, file));
      const name = headers?.get('name')?.[0];
      if (headers === undefined || name === undefined) continue;
      const origin = read(join(site, entry, 'direct_url.json'));
      const version = headers.get('version')?.[0] ?? '';
      const editable = /"editable"\s*:\s*true/.test(origin);
      found.set(normalName(name), { name, version, editable, headers, directory: join(site, entry) });
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** Names compare without case, and with "-", "_" and "." alike. */
export function normalName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Names that a package needs always: extras and conditions on the platform are left to who reads the rest. */
export function requirementsOf(one: PythonPackage): { name: string; range: string; condition: string | null }[] {
  return (one.headers.get('requires-dist') ?? []).flatMap((line) => {
    const found = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?([^;)]*)\)?\s*(?:;\s*(.*))?$/.exec(line);
    return found === null
      ? []
      : [{ name: found[1] ?? '', range: (found[2] ?? '').trim(), condition: found[3] ?? null }];
  });
}

/** Where the packages of an environment lie. */
export function siteDirectories(environment: string): string[] {
  return namesIn(join(environment, 'lib'))
    .filter((name) => /^(?:python|pypy)\d/.test(name))
    .map((name) => join(environment, 'lib', name, 'site-packages'))
    .filter((path) => statOf(path)?.isDirectory() === true);
}

/** Everything before the first empty line; a line that starts with a space continues the one before. */
function readHeaders(file: string): Map<string, string[]> | undefined {
  const text = read(file);
  if (text === '') return undefined;
  const headers = new Map<string, string[]>();
  let last: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (line === '') break;
    const found = /^([A-Za-z-]+):\s*(.*)$/.exec(line);
    if (found === null) {
      if (last !== undefined) last[last.length - 1] += `\n${line.trim()}`;
      continue;
    }
    const name = (found[1] ?? '').toLowerCase();
    last = headers.get(name) ?? [];
    last.push(found[2] ?? '');
    headers.set(name, last);
  }
  return headers;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
