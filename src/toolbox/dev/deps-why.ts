/**
 * Tool `dev_deps_why`: chains of dependencies from a project to a package.
 */
import { join } from 'node:path';
import { optionalInteger, text } from '../arguments.ts';
import { call } from '../call.ts';
import { environmentPackages, normalName, requirementsOf } from '../python/metadata.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { askCargo } from './cargo.ts';
import { declaredDependencies } from './manifests.ts';
import { findProjects, type Project, projectDirectory, pythonEnvironmentOf, readText } from './project.ts';

type Link = { name: string; version: string | null; range: string | null };
/** Edges of a graph: who needs whom, and which are needed by the project itself. */
type Graph = {
  readonly needs: ReadonlyMap<string, readonly Edge[]>;
  readonly direct: readonly Edge[];
  readonly targets: readonly string[];
};
type Edge = {
  readonly to: string;
  readonly name: string;
  readonly version: string | null;
  readonly range: string | null;
};

/** Arguments: `package`, `directory` (current), `limit` (20 chains). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const name = text(args, 'package');
  if (name.startsWith('-')) throw new ToolFailure('a package name does not start with "-"', 'invalid_arguments');
  const limit = optionalInteger(args, 'limit') ?? 20;
  const projects = findProjects(projectDirectory(args, io));
  for (const project of projects) {
    const chains = await chainsOf(project, name, limit + 1);
    if (chains === undefined) continue;
    return {
      package: name,
      root: project.root,
      ecosystem: project.ecosystem,
      found: chains.length > 0,
      chains: chains.slice(0, limit) as unknown as Json,
      truncated: chains.length > limit,
    };
  }
  const managers = projects.map(({ manager }) => manager).join(', ');
  throw new ToolFailure(
    `chains cannot be told for ${managers}: there is no package-lock.json, environment, Cargo or Go`,
    'not_supported',
  );
}

async function chainsOf(project: Project, name: string, limit: number): Promise<Link[][] | undefined> {
  const { root, ecosystem } = project;
  if (ecosystem === 'node') {
    const lock = readText(join(root, 'package-lock.json'));
    return lock === '' ? undefined : walk(npmGraph(lock, name), limit);
  }
  if (ecosystem === 'python') {
    const environment = pythonEnvironmentOf(root);
    return environment === undefined ? undefined : walk(pythonGraph(project, environment, name), limit);
  }
  if (ecosystem === 'rust') {
    const argv = ['tree', '--offline', '--edges=all', '--prefix=depth', '--charset=ascii', `--invert=${name}`];
    const { exitCode, stdout, stderr } = await askCargo(argv, root, [0, 101]);
    if (exitCode === 0) return readCargoTree(stdout.toString('utf8')).slice(0, limit);
    const words = stderr.toString('utf8').trim();
    if (/did not match any packages/.test(words)) return [];
    throw new ToolFailure(`cargo tree failed: ${words.slice(-1000)}`);
  }
  if (ecosystem === 'go') {
    const { stdout } = await call('go', ['mod', 'why', '-m', name], { cwd: root });
    return readGoWhy(stdout.toString('utf8'));
  }
  return undefined;
}

/** The `packages` of a lockfile of version 2 or 3: paths of node_modules, each with what it needs. */
export function npmGraph(lock: string, name: string): Graph {
  const parsed = JSON.parse(lock) as { packages?: { [path: string]: { [field: string]: unknown } } };
  const packages = parsed.packages;
  if (packages === undefined)
    throw new ToolFailure('package-lock.json is of version 1: npm 7 or later writes a newer one', 'not_supported');
  const edgesOf = (path: string): Edge[] => {
    const fields = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
    return fields
      .flatMap((field) => Object.entries((packages[path]?.[field] as { [n: string]: string } | undefined) ?? {}))
      .flatMap(([needed, range]) => {
        const to = resolveIn(packages, path, needed);
        return to === undefined ? [] : [{ to, name: needed, version: versionOf(packages[to]), range }];
      });
  };
  const needs = new Map(Object.keys(packages).map((path) => [path, edgesOf(path)]));
  const targets = Object.keys(packages).filter(
    (path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`),
  );
  return { needs, direct: needs.get('') ?? [], targets };
}

/** As Node looks: in the node_modules of the package, then of each directory above. */
function resolveIn(packages: { readonly [path: string]: unknown }, from: string, name: string): string | undefined {
  for (let at = from; ; ) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (Object.hasOwn(packages, path)) return path;
    if (at === '') return undefined;
    const cut = at.lastIndexOf('/node_modules/');
    at = cut === -1 ? '' : at.slice(0, cut);
  }
}

function versionOf(one: { [field: string]: unknown } | undefined): string | null {
  return typeof one?.version === 'string' ? one.version : null;
}

function pythonGraph(project: Project, environment: string, name: string): Graph {
  const packages = new Map(environmentPackages(environment).map((one) => [normalName(one.name), one]));
  const edge = (needed: string, range: string | null): Edge[] => {
    const one = packages.get(normalName(needed));
    return one === undefined ? [] : [{ to: normalName(needed), name: one.name, version: one.version, range }];
  };
  const needs = new Map(
    [...packages].map(([key, one]) => [
      key,
      // What only an extra asks for is not followed: which extras are wanted is not recorded.
      requirementsOf(one)
        .filter(({ condition }) => condition === null || !/\bextra\b/.test(condition))
        .flatMap((need) => edge(need.name, need.range === '' ? null : need.range)),
    ]),
  );
  const direct = declaredDependencies(project).flatMap((one) => edge(one.name, one.wanted));
  return { needs, direct, targets: packages.has(normalName(name)) ? [normalName(name)] : [] };
}

/** Chains without repetition from the project to any target, the shortest first. */
function walk(graph: Graph, limit: number): Link[][] {
  const targets = new Set(graph.targets);
  const reaching = nodesThatReach(graph, targets);
  const found: Link[][] = [];
  let open: { at: string; chain: Link[]; seen: readonly string[] }[] = [{ at: '', chain: [], seen: [] }];
  while (open.length > 0 && found.length < limit) {
    const next: typeof open = [];
    for (const { at, chain, seen } of open) {
      for (const { to, name, version, range } of at === '' ? graph.direct : (graph.needs.get(at) ?? [])) {
        if (!reaching.has(to) || seen.includes(to) || found.length >= limit) continue;
        const longer = [...chain, { name, version, range }];
        if (targets.has(to)) found.push(longer);
        // More open ends than this are cut: the shortest chains are what a person reads.
        else if (next.length < 5000) next.push({ at: to, chain: longer, seen: [...seen, to] });
      }
    }
    open = next;
  }
  return found;
}

function nodesThatReach(graph: Graph, targets: ReadonlySet<string>): ReadonlySet<string> {
  const neededBy = new Map<string, string[]>();
  for (const [from, edges] of graph.needs)
    for (const { to } of edges) neededBy.set(to, [...(neededBy.get(to) ?? []), from]);
  const reaching = new Set(targets);
  for (const at of reaching) for (const from of neededBy.get(at) ?? []) reaching.add(from);
  return reaching;
}

/** Lines of `cargo tree --invert --prefix=depth`: depth, name, version; a chain ends where the depth stops growing. */
export function readCargoTree(output: string): Link[][] {
  const lines = output.split('\n').flatMap((line) => {
    const found = /^(\d+)([A-Za-z_][\w-]*) v(\S+)/.exec(line);
    return found === null
      ? []
      : [{ depth: Number(found[1]), link: { name: found[2] ?? '', version: found[3] ?? null, range: null } }];
  });
  const chains: Link[][] = [];
  const path: Link[] = [];
  for (const [at, { depth, link }] of lines.entries()) {
    path.length = depth;
    path.push(link);
    // Deepest first: there stands the project, which is not a part of the chain.
    if ((lines[at + 1]?.depth ?? 0) <= depth) chains.push([...path].reverse().slice(depth > 0 ? 1 : 0));
  }
  return chains;
}

/** `go mod why -m`: one import a line after the comment that names the module. */
export function readGoWhy(output: string): Link[][] {
  const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0 || lines.some((line) => line.startsWith('('))) return [];
  return [lines.map((name) => ({ name, version: null, range: null }))];
}
