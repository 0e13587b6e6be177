/**
 * The words and concepts of the default catalog, out of the snapshot that the build has made: to make them anew takes two
 * seconds of work, in each test file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIST } from '../../scripts/build/root.ts';
import { openBytes } from '../../src/evaluation/searcher.ts';
import { languageOf } from '../../src/snapshot/language.ts';
import type { NumericSection } from '../../src/text/views.ts';

let found: NumericSection[] | undefined;

export function languageSections(): NumericSection[] {
  found ??= languageOf(openBytes(new Uint8Array(readFileSync(join(DIST, 'default.snapshot')))));
  return found;
}
