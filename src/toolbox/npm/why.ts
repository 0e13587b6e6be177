/**
 * Tool `npm_why`: where an npm package is installed, and the chains of dependencies that lead to it.
 */
import { resolve } from 'node:path';
import { optionalInteger, optionalText, text } from '../arguments.ts';
import { statOf } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { isObject, npm, npmFailure } from './call.ts';

type Link = { name: string; version: string | null; range: string | null; kind: string };

/** Arguments: `package` (with a version if wanted), `directory` (current), `limit` (20 chains a place). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const directory = resolve(io.cwd, optionalText(args, 'directory') ?? '.');
  if (statOf(resolve(directory, 'package.json')) === undefined) {
    throw new ToolFailure(`${directory} has no package.json`, 'not_found');
  }
  return explainPackage(directory, text(args, 'package'), optionalInteger(args, 'limit') ?? 20);
}

/** What `npm explain` says, its tree turned into chains. */
export async function explainPackage(directory: string, name: string, limit: number): Promise<JsonObject> {
  const { exitCode, stdout, stderr } = await npm(['explain', '--json'], directory, [name]);
  if (exitCode !== 0) {
    // The only way npm has to say that nothing matches; the code is that of any error.
    if (/No dependencies found matching/.test(stderr + stdout)) return { package: name, installed: [], total: 0 };
    throw npmFailure('explain', exitCode, undefined, stderr);
  }
  const nodes = (JSON.parse(stdout) as Json[]).filter(isObject);
  const installed = nodes.map((node) => {
    const chains: Link[][] = [];
    const cut = walk(node, [], chains, limit);
    return {
      name: node.name ?? null,
      version: node.version ?? null,
      location: node.location ?? null,
      chains: chains.map((chain) => chain as unknown as Json),
      truncated: cut,
    };
  });
  return { package: name, installed, total: installed.length };
}

/** Collects chains from the project down to `node`; true when there were more than `limit`. */
function walk(node: JsonObject, below: readonly Link[], chains: Link[][], limit: number): boolean {
  const dependents = Array.isArray(node.dependents) ? node.dependents.filter(isObject) : [];
  if (dependents.length === 0) {
    if (chains.length >= limit) return true;
    chains.push([...below]);
    return false;
  }
  let cut = false;
  for (const edge of dependents) {
    if (chains.length >= limit) return true;
    const link: Link = {
      name: String(edge.name ?? ''),
      version: typeof node.version === 'string' ? node.version : null,
      range: typeof edge.spec === 'string' ? edge.spec : null,
      kind: String(edge.type ?? 'prod'),
    };
    const from = isObject(edge.from) ? edge.from : {};
    cut = walk(from, [link, ...below], chains, limit) || cut;
  }
  return cut;
}
