/**
 * Tool `dev_deps_licenses`: the licences that installed dependencies state. It repeats what the packages say and
 * judges nothing.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { optionalInteger, optionalText } from '../arguments.ts';
import { environmentPackages, type PythonPackage } from '../python/metadata.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { askCargo } from './cargo.ts';
import { findProjects, type Project, projectDirectory, pythonEnvironmentOf, readText } from './project.ts';

type Licensed = { name: string; version: string | null; license: string | null; ecosystem: string };

/** Arguments: `directory` (current), `contains`, `limit` (1000). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const contains = optionalText(args, 'contains')?.toLowerCase();
  const limit = optionalInteger(args, 'limit') ?? 1000;
  const projects = findProjects(projectDirectory(args, io));
  const found: Licensed[] = [];
  let readable = false;
  for (const project of projects) {
    const packages = await packagesOf(project);
    if (packages === undefined) continue;
    readable = true;
    found.push(...packages);
  }
  if (!readable) {
    throw new ToolFailure(`the dependencies of ${projects[0]?.root} are not installed, or cannot be read`, 'not_found');
  }
  const wanted = found
    .filter(({ license }) => contains === undefined || (license ?? '').toLowerCase().includes(contains))
    .sort((a, b) => compare(a.name, b.name) || compare(a.version ?? '', b.version ?? ''));
  const counts = new Map<string | null, number>();
  for (const { license } of wanted) counts.set(license, (counts.get(license) ?? 0) + 1);
  const licenses = [...counts].map(([license, packages]) => ({ license, packages }));
  licenses.sort((a, b) => b.packages - a.packages || compare(a.license ?? '', b.license ?? ''));
  return { licenses, packages: wanted.slice(0, limit), total: wanted.length, truncated: wanted.length > limit };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function packagesOf({ root, ecosystem }: Project): Promise<Licensed[] | undefined> {
  if (ecosystem === 'node') return nodePackages(join(root, 'node_modules'));
  if (ecosystem === 'python') {
    const environment = pythonEnvironmentOf(root);
    return environment === undefined ? undefined : environmentPackages(environment).map(pythonLicense);
  }
  if (ecosystem !== 'rust') return undefined;
  const { stdout } = await askCargo(['metadata', '--format-version=1', '--offline'], root);
  const { packages = [] } = JSON.parse(stdout.toString('utf8')) as { packages?: { [field: string]: unknown }[] };
  return packages
    .filter(({ source }) => source !== null)
    .map(({ name, version, license }) => ({
      name: String(name),
      version: String(version),
      license: typeof license === 'string' ? license : null,
      ecosystem: 'rust',
    }));
}

/** Every package below a node_modules, nested ones as well; each name and version once. */
function nodePackages(top: string): Licensed[] | undefined {
  const found = new Map<string, Licensed>();
  const open = [top];
  let any = false;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const names = namesIn(at);
    if (names === undefined) continue;
    any = true;
    for (const name of names) {
      if (name.startsWith('@')) {
        open.push(join(at, name));
        continue;
      }
      // pnpm keeps the real packages here.
      if (name === '.pnpm')
        for (const inner of namesIn(join(at, name)) ?? []) open.push(join(at, name, inner, 'node_modules'));
      if (name.startsWith('.')) continue;
      const one = nodeLicense(readText(join(at, name, 'package.json')));
      if (one !== undefined) found.set(`${one.name}@${one.version}`, one);
      open.push(join(at, name, 'node_modules'));
    }
  }
  return any ? [...found.values()] : undefined;
}

function namesIn(directory: string): string[] | undefined {
  try {
    return readdirSync(directory);
  } catch {
    return undefined;
  }
}

function nodeLicense(manifest: string): Licensed | undefined {
  let value: { [field: string]: unknown };
  try {
    value = JSON.parse(manifest);
  } catch {
    return undefined;
  }
  if (typeof value.name !== 'string') return undefined;
  const one = (stated: unknown): string | null =>
    typeof stated === 'string' ? stated : ((stated as { type?: string } | null | undefined)?.type ?? null);
  // Old packages state a list.
  const listed = Array.isArray(value.licenses)
    ? value.licenses
        .map(one)
        .filter((name) => name !== null)
        .join(' OR ')
    : '';
  const license = one(value.license) ?? (listed === '' ? null : listed);
  return {
    name: value.name,
    version: typeof value.version === 'string' ? value.version : null,
    license,
    ecosystem: 'node',
  };
}

function pythonLicense({ name, version, headers }: PythonPackage): Licensed {
  const classifier = (headers.get('classifier') ?? [])
    .filter((line) => line.startsWith('License :: '))
    .map((line) => line.slice(line.lastIndexOf(' :: ') + 4));
  const stated = headers.get('license-expression')?.[0] ?? headers.get('license')?.[0];
  // Some put the whole text into this field; its first line is no name of a licence.
  const short =
    stated !== undefined && stated !== '' && stated !== 'UNKNOWN' && stated.length <= 100 && !stated.includes('\n');
  return { name, version, license: short ? stated : classifier.join(', ') || null, ecosystem: 'python' };
}
