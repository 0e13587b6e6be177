/** Traditional → simplified by single characters, looked up in place. Which characters, is the dictionary's matter. */
import type { IntView } from '../views.ts';

/**
 * The simplified form of a code unit, or the code unit itself. `table` is n code units ascending, then n simplified
 * ones. Below U+3400 there is nothing to look up.
 */
export function simplifiedOf(codeUnit: number, table: IntView): number {
  if (codeUnit < 0x3400) return codeUnit;
  const count = table.length >>> 1;
  let low = 0;
  let high = count - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const traditional = table.at(middle);
    if (traditional === codeUnit) return table.at(count + middle);
    if (traditional < codeUnit) low = middle + 1;
    else high = middle - 1;
  }
  return codeUnit;
}
