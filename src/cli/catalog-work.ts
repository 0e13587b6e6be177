/** Building, verifying and linting a catalog inside the executable. */
import type { Capability } from '../capability/capability.ts';
import { CAPABILITY_TYPES } from '../capability/capability.ts';
import { readFixtures } from '../compile/fixtures.ts';
import { lintCatalog } from '../compile/lint.ts';
import type { CatalogReport } from '../contract/catalog-report.v1.ts';
import { isRefusal } from '../reason/refusal.ts';
import { isSnapshotStart } from '../snapshot/head.ts';
import { type Answer, failed, refusalAnswer } from '../verbs/dispatch.ts';
import type { World } from '../verbs/world.ts';
import { compileSources, type How, type Invalid, invalid, isInvalid } from './catalog-compile.ts';
import { finderOf } from './catalog-search.ts';
import type { CatalogFiles } from './host.ts';
import { shellWord } from './shell-words.ts';
import { visibleTypes } from './visible-types.ts';

/** An answer, the lines that stderr gets in either form, and what comes next where the answer alone does not say it. */
export type Work = { readonly answer: Answer; readonly notes?: readonly string[]; readonly next?: string };

/** The exit code of sources that are not as they should be. */
export const FINDINGS = 2;

export async function buildCatalog(
  directories: readonly string[],
  output: string,
  how: How,
  force: boolean,
  files: CatalogFiles,
  { policy, caller }: Pick<World, 'policy' | 'caller'>,
): Promise<Work> {
  const inside = how.withBuiltin === true ? files.defaultSnapshot() : undefined;
  if (isRefusal(inside)) return { answer: refusalAnswer(inside) };
  const along = inside && visibleTypes(inside, policy(), { ...caller, origin: () => 'builtin' });
  if (isRefusal(along)) return { answer: refusalAnswer(along) };
  const sources = files.read(directories);
  if (isRefusal(sources)) return { answer: refusalAnswer(sources) };
  const compiled = compileSources(sources, files, how);
  if (isInvalid(compiled)) return invalidWork(compiled);
  const refused = await files.write(output, compiled.snapshot, force ? () => true : isSnapshotStart);
  if (refused !== null) return { answer: refusalAnswer(refused) };
  const own = compiled.own.map(({ type }) => type);
  const built = report({
    version: 'catalog-report.v1',
    command: 'build',
    file: output,
    bytes: compiled.snapshot.byteLength,
    catalog: { source_hash: compiled.sourceHash, surface_hash: compiled.surfaceHash },
    ...countsOf([...own, ...(along ?? [])]),
    builtin: along?.length ?? 0,
    overrides: compiled.overrides.map(({ id, file, root, replaced }) => ({
      canonical_path: id,
      file: `${directories[root]}/${file}`,
      replaced: `${directories[replaced.root]}/${replaced.file}`,
    })),
  });
  return { ...built, next: `cap trust ${shellWord(output)}` };
}

export function verifySnapshot(file: string | undefined, world: World): Work {
  const snapshot = world.snapshot();
  if (isRefusal(snapshot)) return { answer: refusalAnswer(snapshot) };
  try {
    snapshot.verify();
    const types = visibleTypes(snapshot, world.policy(), world.caller);
    if (isRefusal(types)) return { answer: refusalAnswer(types) };
    return report({
      version: 'catalog-report.v1',
      command: 'verify',
      ...(file === undefined ? {} : { file }),
      catalog: { source_hash: snapshot.sourceHash, surface_hash: snapshot.surfaceHash },
      ...countsOf(types),
    });
  } catch (thrown) {
    return { answer: failed(thrown) };
  }
}

/** Findings about the directories' own capabilities; the others are there to be told from. */
export function lintDirectories(directories: readonly string[], withBuiltin: boolean, files: CatalogFiles): Work {
  const sources = files.read(directories);
  if (isRefusal(sources)) return { answer: refusalAnswer(sources) };
  const compiled = compileSources(sources, files, { withBuiltin });
  if (isInvalid(compiled)) return invalidWork(compiled);
  const ids = compiled.own.map(({ id }) => id);
  const fixtures = readFixtures(sources, ids);
  if (Array.isArray(fixtures)) return invalidWork(invalid(fixtures));
  const found = lintCatalog(compiled.capabilities, finderOf(compiled), compiled.own);
  const findings = found.map(({ id, rule, message }) => ({ canonical_path: id, rule, message }));
  return report(
    {
      version: 'catalog-report.v1',
      command: 'lint',
      ...countsOf(compiled.own.map(({ type }) => type)),
      findings,
    },
    findings.length === 0 ? 0 : FINDINGS,
  );
}

export function invalidWork({ refusal, notes }: Invalid): Work {
  return { answer: refusalAnswer(refusal), notes };
}

export function countsOf(types: readonly Capability['type'][]): Pick<CatalogReport, 'capabilities' | 'by_type'> {
  const present = CAPABILITY_TYPES.filter((type) => types.includes(type));
  const counts = present.map((type) => [type, types.filter((one) => one === type).length] as const);
  return { capabilities: types.length, by_type: Object.fromEntries(counts) };
}

export function report(response: CatalogReport, exitCode = 0): Work {
  return { answer: { exitCode, body: `${JSON.stringify(response)}\n` } };
}
