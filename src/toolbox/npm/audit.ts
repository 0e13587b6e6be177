/**
 * Tool `npm_audit`: known vulnerabilities of what a lockfile names, the worst first.
 */
import { resolve } from 'node:path';
import { flag, optionalInteger, optionalText } from '../arguments.ts';
import { statOf } from '../path-entries.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { isObject, npmJson, objectAt } from './call.ts';

const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info'];

/** Arguments: `directory` (current), `production_only`, `limit` (50). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const directory = resolve(io.cwd, optionalText(args, 'directory') ?? '.');
  const limit = optionalInteger(args, 'limit') ?? 50;
  const lock = ['package-lock.json', 'npm-shrinkwrap.json'].find(
    (name) => statOf(resolve(directory, name)) !== undefined,
  );
  if (lock === undefined) throw new ToolFailure(`${directory} has no package-lock.json to audit`, 'not_found');
  const argv = ['audit', '--package-lock-only', ...(flag(args, 'production_only') ? ['--omit=dev'] : [])];
  const answer = await npmJson(argv, directory, [], [0, 1]);
  const found = Object.values(objectAt(answer, 'vulnerabilities'))
    .filter(isObject)
    .map(describe)
    .sort((a, b) => rank(a) - rank(b) || (String(a.package) < String(b.package) ? -1 : 1));
  const counts = objectAt(objectAt(answer, 'metadata'), 'vulnerabilities');
  return { counts, vulnerabilities: found.slice(0, limit), total: found.length, truncated: found.length > limit };
}

function describe(one: JsonObject): JsonObject {
  const via = Array.isArray(one.via) ? one.via : [];
  const fix = one.fixAvailable;
  return {
    package: one.name ?? null,
    severity: one.severity ?? null,
    range: one.range ?? null,
    direct: one.isDirect ?? null,
    // An object: fixed by moving a direct dependency, perhaps across a major version.
    fix: isObject(fix)
      ? { package: fix.name ?? null, version: fix.version ?? null, breaking: fix.isSemVerMajor ?? null }
      : fix === true,
    through: via.filter((item) => typeof item === 'string'),
    advisories: via
      .filter(isObject)
      .map(({ title, url, range }) => ({ title: title ?? null, url: url ?? null, range: range ?? null })),
  };
}

function rank(one: JsonObject): number {
  const at = SEVERITIES.indexOf(String(one.severity));
  return at === -1 ? SEVERITIES.length : at;
}
