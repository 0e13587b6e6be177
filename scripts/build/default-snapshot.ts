/** The step of the build that compiles the default catalog, Chinese dictionary included. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDiagnostic } from '../../src/compile/diagnostic.ts';
import { dictionarySections } from '../build-dictionary.ts';
import { compileDefault } from '../build-snapshot.ts';
import { DIST } from './root.ts';

/** Writes dist/default.snapshot and gives its path. Throws with every diagnostic when the catalog does not compile. */
export function writeDefaultSnapshot(): string {
  const compiled = compileDefault(dictionarySections());
  if (Array.isArray(compiled))
    throw new Error(`the catalog does not compile:\n${compiled.map(formatDiagnostic).join('\n')}`);
  const path = join(DIST, 'default.snapshot');
  writeFileSync(path, compiled.snapshot);
  return path;
}
