/** A drafted manifest on its way into a catalog: compiled and linted with everything that is there, then written once. */
import { manifestJsonSchema } from '../../capability/manifest.ts';
import { lintCatalog } from '../../compile/lint.ts';
import { refusalAnswer } from '../../verbs/dispatch.ts';
import { compileSources, isInvalid } from '../catalog-compile.ts';
import { finderOf } from '../catalog-search.ts';
import { countsOf, invalidWork, report, type Work } from '../catalog-work.ts';
import type { CatalogFiles } from '../host.ts';
import { shellLine } from '../shell-words.ts';
import { partAt, partNamed } from './judge.ts';
import { errorsRefusal, type Found, findingsRefusal, mendingLine } from './mending.ts';
import type { Flags } from './questions.ts';
import { draftOf, placeOf, type Site } from './site.ts';
import { manifestText } from './write-yaml.ts';

/** Where the published schema of manifests lies, beside the catalog or inside it. */
const SCHEMA = 'capability-manifest.v1.json';

/** What came of it, and which part of the manifest was not right. */
export type Attempt = Work & { readonly wrong?: { readonly part: string; readonly message: string } };

/** Writes the manifest when the compiler and the lint have nothing to say of it; else says what they say. Throws Unreadable. */
export async function writeNew(flags: Flags, site: Site, files: CatalogFiles): Promise<Attempt> {
  const { id, kind, directory, path, sources, withBuiltin } = site;
  const schema = schemaOf(directory, files);
  const text = manifestText(draftOf(flags, site), `${'../'.repeat(path.split('/').length - 1)}${schema.fromCatalog}`);
  const all = [...sources, { path, bytes: new TextEncoder().encode(text), root: 0 }];
  const compiled = compileSources(all, files, { withBuiltin });
  if (isInvalid(compiled)) {
    const found = compiled.diagnostics
      .filter(({ file }) => file === path)
      .map((diagnostic) => ({ part: partAt(text, diagnostic.line), diagnostic }));
    const [first] = found;
    if (first === undefined) return invalidWork(compiled);
    const { refusal, notes } = errorsRefusal(found, kind);
    return { answer: refusalAnswer(refusal), notes, wrong: { part: first.part, message: first.diagnostic.message } };
  }
  const fresh = compiled.own.filter((one) => one.id === id);
  const findings = lintCatalog(compiled.capabilities, finderOf(compiled), fresh);
  const found = findings.map((finding) => ({ part: partNamed(finding), message: finding.message }));
  const [wrong] = found;
  if (wrong !== undefined) {
    const notes = findings.map(({ rule }, at) => `${id}: ${mendingLine(found[at] as Found, kind)} [${rule}]`);
    return { answer: refusalAnswer(findingsRefusal(found, kind)), notes, wrong };
  }
  const made: [string, string][] = [[placeOf(directory, id, kind), text]];
  if (schema.missing) made.push([`${directory}/${SCHEMA}`, `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`]);
  for (const [file, content] of made) {
    const refusal = await files.create(file, content);
    if (refusal !== null) return { answer: refusalAnswer(refusal) };
  }
  const counts = countsOf(compiled.own.map(({ type }) => type));
  const written = made.map(([file]) => file);
  return { ...report({ version: 'catalog-report.v1', command: 'new', ...counts, written }), next: nextOf(site) };
}

/** A pack is there for something to be in it; anything else is there to be found. */
function nextOf({ id, kind, directory, withBuiltin }: Site): string {
  const along = withBuiltin ? ['--with-builtin'] : [];
  if (kind === 'pack') return shellLine(['cap', 'catalog', 'new', `${id}.NAME`, '-d', directory, ...along]);
  return shellLine(['cap', 'catalog', 'build', directory, ...along, '-o', 'my.snapshot']);
}

/** A catalog of this repository has the schema beside it; any other gets a copy, so that an editor needs no network. */
function schemaOf(directory: string, { exists }: CatalogFiles): { fromCatalog: string; missing: boolean } {
  if (exists(`${directory}/../schemas/${SCHEMA}`)) return { fromCatalog: `../schemas/${SCHEMA}`, missing: false };
  return { fromCatalog: SCHEMA, missing: !exists(`${directory}/${SCHEMA}`) };
}
