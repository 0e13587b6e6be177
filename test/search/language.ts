/** The words and concepts of the default catalog: to make them anew takes two seconds of work, in each test file. */
import { languageOf } from '../../src/snapshot/language.ts';
import type { NumericSection } from '../../src/text/views.ts';
import { defaultCatalog } from '../catalog/default-catalog.ts';

let found: NumericSection[] | undefined;

export function languageSections(): NumericSection[] {
  found ??= languageOf(defaultCatalog());
  return found;
}
