/**
 * Fixtures of a catalog: `_fixtures/ID.yaml`, where ID is a capability or a pack. They are for examples alone and are in
 * no snapshot; that they count for source_hash means that who trusts a catalog has trusted what they run.
 */
import { FixtureManifest, type FixtureStep } from '../capability/fixture.ts';
import { nearest } from '../reason/nearest.ts';
import { type Diagnostic, type SourceFile, sortDiagnostics } from './diagnostic.ts';
import { parseSource } from './parse.ts';
import { explain } from './validate.ts';

/** No id begins with an underscore, so no pack is in the way. */
export const FIXTURES_DIRECTORY = '_fixtures/';

/** Gives the steps for an id: those of the outermost pack first, its own last; none where nothing is declared. */
export type Fixtures = (id: string) => readonly FixtureStep[];

/** Reads the fixtures among the sources; each has to belong to one of these ids. */
export function readFixtures(sources: readonly SourceFile[], ids: readonly string[]): Fixtures | Diagnostic[] {
  const found: Diagnostic[] = [];
  const steps = new Map<string, FixtureStep[]>();
  for (const source of sources) {
    const [, id] = /^_fixtures\/([^/]+)\.ya?ml$/.exec(source.path) ?? [];
    if (id === undefined) continue;
    const parsed = parseSource(source);
    if (Array.isArray(parsed)) {
      found.push(...parsed);
      continue;
    }
    const result = FixtureManifest.safeParse(parsed.value);
    if (!result.success) found.push(...explain(result.error.issues, FixtureManifest, parsed));
    else if (!ids.includes(id)) found.push(orphan(source.path, id, ids));
    else steps.set(id, result.data.steps);
  }
  if (found.length > 0) return sortDiagnostics(found);
  return (id) => prefixes(id).flatMap((prefix) => steps.get(prefix) ?? []);
}

/** `a.b.c` → a, a.b, a.b.c. */
function prefixes(id: string): string[] {
  const parts = id.split('.');
  return parts.map((_, i) => parts.slice(0, i + 1).join('.'));
}

function orphan(file: string, id: string, ids: readonly string[]): Diagnostic {
  const meant = nearest(id, [...ids]);
  const message = 'there is no capability or pack of this name';
  const about = { received: id, ...(meant === undefined ? {} : { did_you_mean: meant }) };
  return { file, line: 1, column: 1, reason: 'unknown_reference', message, ...about };
}
