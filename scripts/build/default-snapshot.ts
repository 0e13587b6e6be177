/** The step of the build that compiles the default catalog, dictionary and lexicon included. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDiagnostic } from '../../src/compile/diagnostic.ts';
import { compileDefault, languageSections } from '../build-snapshot.ts';
import { DIST } from './root.ts';

/** Writes dist/default.snapshot and gives its path. Throws with every diagnostic when the catalog does not compile. */
export function writeDefaultSnapshot(): string {
  const compiled = compileDefault(languageSections());
  if (Array.isArray(compiled))
    throw new Error(`the catalog does not compile:\n${compiled.map(formatDiagnostic).join('\n')}`);
  const path = join(DIST, 'default.snapshot');
  writeFileSync(path, compiled.snapshot);
  return path;
}
