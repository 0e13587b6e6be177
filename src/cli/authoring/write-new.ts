/** A drafted manifest on its way into a catalog: compiled and linted with everything that is there, then written once. */
import type { JsonObject } from '../../capability/capability.ts';
import { manifestJsonSchema } from '../../capability/manifest.ts';
import { lintCatalog } from '../../compile/lint.ts';
import { isRefusal, refuse } from '../../reason/refusal.ts';
import { refusalAnswer } from '../../verbs/dispatch.ts';
import { compileSources, isInvalid } from '../catalog-compile.ts';
import { finderOf } from '../catalog-search.ts';
import { countsOf, invalidWork, report, type Work } from '../catalog-work.ts';
import type { CatalogFiles } from '../host.ts';
import { manifestText } from './write-yaml.ts';

/** Where the published schema of manifests lies, beside the catalog or inside it. */
const SCHEMA = 'capability-manifest.v1.json';

/** The file of a capability, by its id. */
export function placeOf(directory: string, id: string, isPack: boolean): string {
  return `${directory}/${inside(id, isPack)}`;
}

function inside(id: string, isPack: boolean): string {
  return `${id.replaceAll('.', '/')}${isPack ? '/_pack' : ''}.yaml`;
}

/** Writes the manifest when the compiler and the lint have nothing to say of it; else says what they say. */
export async function writeNew(
  manifest: JsonObject,
  id: string,
  directory: string,
  isPack: boolean,
  files: CatalogFiles,
): Promise<Work> {
  const before = files.exists(directory) ? files.read([directory]) : [];
  if (isRefusal(before)) return { answer: refusalAnswer(before) };
  const path = inside(id, isPack);
  const schema = schemaOf(directory, files);
  const text = manifestText(manifest, `${'../'.repeat(path.split('/').length - 1)}${schema.fromCatalog}`);
  const compiled = compileSources([...before, { path, bytes: new TextEncoder().encode(text), root: 0 }], files);
  if (isInvalid(compiled)) return invalidWork(compiled);
  const findings = lintCatalog(compiled.capabilities, finderOf(compiled)).filter((finding) => finding.id === id);
  if (findings.length > 0) {
    const notes = findings.map(({ message, rule }) => `${id}: ${message} [${rule}]`);
    const message = `The lint has ${findings.length} findings; nothing was written. The first: ${findings[0]?.message}`;
    return { answer: refusalAnswer(refuse('catalog_invalid', { message, path })), notes };
  }
  const made: [string, string][] = [[placeOf(directory, id, isPack), text]];
  if (schema.missing) made.push([`${directory}/${SCHEMA}`, `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`]);
  for (const [file, content] of made) {
    const refusal = await files.create(file, content);
    if (refusal !== null) return { answer: refusalAnswer(refusal) };
  }
  const counts = countsOf(compiled.capabilities.map(({ type }) => type));
  return report({ version: 'catalog-report.v1', command: 'new', ...counts, written: made.map(([file]) => file) });
}

/** A catalog of this repository has the schema beside it; any other gets a copy, so that an editor needs no network. */
function schemaOf(directory: string, { exists }: CatalogFiles): { fromCatalog: string; missing: boolean } {
  if (exists(`${directory}/../schemas/${SCHEMA}`)) return { fromCatalog: `../schemas/${SCHEMA}`, missing: false };
  return { fromCatalog: SCHEMA, missing: !exists(`${directory}/${SCHEMA}`) };
}
