/**
 * The direct dependencies that a project declares, with the versions that its lockfile or its environment holds. Files
 * are read, nothing is started.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { environmentPackages, normalName } from '../python/metadata.ts';
import { type Project, pythonEnvironmentOf, readPackageJson, readText } from './project.ts';

export type Dependency = {
  readonly name: string;
  readonly wanted: string | null;
  /** Locked or installed; null when neither is known. */
  readonly version: string | null;
  /** production, development, optional, peer, build or indirect. */
  readonly kind: string;
  readonly ecosystem: string;
  readonly file: string;
};

export function declaredDependencies(project: Project): Dependency[] {
  const { ecosystem } = project;
  if (ecosystem === 'node') return nodeDependencies(project);
  if (ecosystem === 'python') return pythonDependencies(project);
  if (ecosystem === 'rust') return rustDependencies(project);
  return ecosystem === 'go' ? goDependencies(project) : [];
}

const NODE_KINDS = [
  ['dependencies', 'production'],
  ['devDependencies', 'development'],
  ['optionalDependencies', 'optional'],
  ['peerDependencies', 'peer'],
] as const;

function nodeDependencies({ root, manifest }: Project): Dependency[] {
  const declared = readPackageJson(root);
  return NODE_KINDS.flatMap(([field, kind]) => {
    const part = declared[field];
    if (typeof part !== 'object' || part === null) return [];
    return Object.entries(part).map(([name, wanted]) => ({
      name,
      wanted: typeof wanted === 'string' ? wanted : null,
      version: installedNodeVersion(root, name),
      kind,
      ecosystem: 'node',
      file: manifest,
    }));
  });
}

function installedNodeVersion(root: string, name: string): string | null {
  const version = (text: string, read: (value: Record<string, unknown>) => unknown): string | null => {
    try {
      const found = read(JSON.parse(text));
      return typeof found === 'string' ? found : null;
    } catch {
      return null;
    }
  };
  const installed = version(readText(join(root, 'node_modules', name, 'package.json')), (value) => value.version);
  if (installed !== null) return installed;
  return version(readText(join(root, 'package-lock.json')), (value) => {
    const packages = value.packages as Record<string, { version?: unknown }> | undefined;
    return packages?.[`node_modules/${name}`]?.version;
  });
}

function pythonDependencies({ root }: Project): Dependency[] {
  const environment = pythonEnvironmentOf(root);
  const installed = new Map(
    environment === undefined ? [] : environmentPackages(environment).map((one) => [normalName(one.name), one.version]),
  );
  const found: Dependency[] = [];
  const add = (requirement: string, kind: string, file: string): void => {
    const match = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:\(([^)]*)\)|([^;#]*))/.exec(requirement);
    if (match === null) return;
    const name = match[1] ?? '';
    const wanted = (match[2] ?? match[3] ?? '').trim();
    const version = installed.get(normalName(name)) ?? null;
    found.push({ name, wanted: wanted === '' ? null : wanted, version, kind, ecosystem: 'python', file });
  };
  const pyproject = sectionsOf(readText(join(root, 'pyproject.toml')));
  for (const { section, key, value } of pyproject) {
    const file = 'pyproject.toml';
    if (section === 'project' && key === 'dependencies')
      for (const one of stringsIn(value)) add(one, 'production', file);
    if (section === 'project.optional-dependencies') for (const one of stringsIn(value)) add(one, 'optional', file);
    if (section === 'dependency-groups') for (const one of stringsIn(value)) add(one, 'development', file);
    const poetry = /^tool\.poetry\.(?:(dev-)?dependencies|group\.([^.]+)\.dependencies)$/.exec(section);
    if (poetry === null || key === 'python') continue;
    const kind = poetry[1] !== undefined || poetry[2] !== undefined ? 'development' : 'production';
    add(`${key} ${stringsIn(value)[0]?.replace(/^\*$/, '') ?? ''}`, kind, file);
  }
  for (const file of requirementFiles(root)) {
    const kind = /dev|test/.test(file) ? 'development' : 'production';
    for (const line of readText(join(root, file)).split(/\r?\n/))
      if (!/^\s*(?:#|-|$)/.test(line)) add(line, kind, file);
  }
  return found;
}

function requirementFiles(root: string): string[] {
  try {
    return readdirSync(root)
      .filter((name) => /^requirements.*\.txt$/.test(name))
      .sort();
  } catch {
    return [];
  }
}

function rustDependencies({ root, manifest }: Project): Dependency[] {
  const locked = new Map<string, string>();
  const lock = readText(join(root, 'Cargo.lock'));
  for (const found of lock.matchAll(/^name = "([^"]+)"\nversion = "([^"]+)"/gm))
    locked.set(found[1] ?? '', found[2] ?? '');
  const all = new Map<string, Dependency>();
  for (const { section, key, value } of sectionsOf(readText(join(root, manifest)))) {
    const match = /(?:^|\.)((?:dev-|build-)?dependencies)(?:\.("?)([\w-]+)\2)?$/.exec(section);
    if (match === null) continue;
    const name = match[3] ?? key;
    if (match[3] !== undefined && key !== 'version' && all.has(name)) continue;
    const kind =
      match[1] === 'dev-dependencies' ? 'development' : match[1] === 'build-dependencies' ? 'build' : 'production';
    const inline = /\bversion\s*=\s*"([^"]*)"/.exec(value)?.[1];
    const plain = match[3] === undefined || key === 'version' ? /^"([^"]*)"/.exec(value)?.[1] : undefined;
    const wanted = inline ?? plain ?? null;
    all.set(name, { name, wanted, version: locked.get(name) ?? null, kind, ecosystem: 'rust', file: manifest });
  }
  return [...all.values()];
}

function goDependencies({ root, manifest }: Project): Dependency[] {
  const text = readText(join(root, manifest));
  const lines = [...text.matchAll(/^require\s+\(([\s\S]*?)^\)/gm)].flatMap((block) => (block[1] ?? '').split('\n'));
  const single = [...text.matchAll(/^require\s+([^(\s].*)$/gm)].map((found) => found[1] ?? '');
  return [...lines, ...single].flatMap((line) => {
    const found = /^\s*(\S+)\s+(v\S+)(\s*\/\/ indirect)?/.exec(line);
    if (found === null) return [];
    const kind = found[3] === undefined ? 'production' : 'indirect';
    const version = found[2] ?? null;
    return [{ name: found[1] ?? '', wanted: version, version, kind, ecosystem: 'go', file: manifest }];
  });
}

/**
 * Keys of a TOML file with their section and the text of their value, arrays over several lines joined. Enough for
 * tables of dependencies; it is no TOML parser.
 */
function sectionsOf(text: string): { section: string; key: string; value: string }[] {
  const found: { section: string; key: string; value: string }[] = [];
  let section = '';
  let open: { section: string; key: string; value: string } | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (open !== undefined) {
      open.value += `\n${line}`;
      if (isClosed(open.value)) open = undefined;
      continue;
    }
    const header = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined) {
      section = header;
      continue;
    }
    const pair = /^\s*("[^"]+"|'[^']+'|[\w.-]+)\s*=\s*(.*)$/.exec(line);
    if (pair === null) continue;
    const entry = { section, key: (pair[1] ?? '').replace(/^["']|["']$/g, ''), value: pair[2] ?? '' };
    found.push(entry);
    if (!isClosed(entry.value)) open = entry;
  }
  return found;
}

function isClosed(value: string): boolean {
  const bare = value.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '').replace(/#.*$/gm, '');
  return (bare.match(/[[{]/g)?.length ?? 0) <= (bare.match(/[\]}]/g)?.length ?? 0);
}

function stringsIn(value: string): string[] {
  const bare = value.replace(/^\s*#.*$/gm, '');
  return [...bare.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map((found) => found[1] ?? found[2] ?? '');
}
