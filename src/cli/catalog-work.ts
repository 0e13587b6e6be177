/** Building, verifying and linting a catalog inside the executable. */
import type { Capability } from '../capability/capability.ts';
import { CAPABILITY_TYPES, type CapabilityType } from '../capability/capability.ts';
import { readFixtures } from '../compile/fixtures.ts';
import { lintCatalog } from '../compile/lint.ts';
import type { OverridePolicy } from '../compile/resolve/overlay.ts';
import type { CatalogReport } from '../contract/catalog-report.v1.ts';
import { isRefusal } from '../reason/refusal.ts';
import { isSnapshotStart } from '../snapshot/head.ts';
import { type Answer, failed, refusalAnswer } from '../verbs/dispatch.ts';
import type { World } from '../verbs/world.ts';
import { compileSources, type Invalid, invalid, isInvalid } from './catalog-compile.ts';
import { finderOf } from './catalog-search.ts';
import type { CatalogFiles } from './host.ts';

/** An answer, the lines that stderr gets in either form, and what comes next where the answer alone does not say it. */
export type Work = { readonly answer: Answer; readonly notes?: readonly string[]; readonly next?: string };

/** The exit code of sources that are not as they should be. */
export const FINDINGS = 2;

export async function buildCatalog(
  directories: readonly string[],
  output: string,
  overrides: OverridePolicy,
  force: boolean,
  files: CatalogFiles,
): Promise<Work> {
  const sources = files.read(directories);
  if (isRefusal(sources)) return { answer: refusalAnswer(sources) };
  const compiled = compileSources(sources, files, overrides);
  if (isInvalid(compiled)) return invalidWork(compiled);
  const refused = await files.write(output, compiled.snapshot, force ? () => true : isSnapshotStart);
  if (refused !== null) return { answer: refusalAnswer(refused) };
  return report({
    version: 'catalog-report.v1',
    command: 'build',
    file: output,
    bytes: compiled.snapshot.byteLength,
    catalog: { source_hash: compiled.sourceHash, surface_hash: compiled.surfaceHash },
    ...countsOf(compiled.capabilities.map(({ type }) => type)),
    overrides: compiled.overrides.map(({ id, file, root, replaced }) => ({
      canonical_path: id,
      file: `${directories[root]}/${file}`,
      replaced: `${directories[replaced.root]}/${replaced.file}`,
    })),
  });
}

export function verifySnapshot(file: string | undefined, world: World): Work {
  const snapshot = world.snapshot();
  if (isRefusal(snapshot)) return { answer: refusalAnswer(snapshot) };
  try {
    snapshot.verify();
    const types = Array.from({ length: snapshot.count }, (_, doc) => CAPABILITY_TYPES[snapshot.columns.type.at(doc)]);
    return report({
      version: 'catalog-report.v1',
      command: 'verify',
      ...(file === undefined ? {} : { file }),
      catalog: { source_hash: snapshot.sourceHash, surface_hash: snapshot.surfaceHash },
      ...countsOf(types as CapabilityType[]),
    });
  } catch (thrown) {
    return { answer: failed(thrown) };
  }
}

export function lintDirectories(directories: readonly string[], files: CatalogFiles): Work {
  const sources = files.read(directories);
  if (isRefusal(sources)) return { answer: refusalAnswer(sources) };
  const compiled = compileSources(sources, files);
  if (isInvalid(compiled)) return invalidWork(compiled);
  const { capabilities } = compiled;
  const fixtures = readFixtures(
    sources,
    capabilities.map(({ id }) => id),
  );
  if (Array.isArray(fixtures)) return invalidWork(invalid(fixtures));
  const found = lintCatalog(capabilities, finderOf(compiled));
  const findings = found.map(({ id, rule, message }) => ({ canonical_path: id, rule, message }));
  return report(
    {
      version: 'catalog-report.v1',
      command: 'lint',
      ...countsOf(capabilities.map(({ type }) => type)),
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
