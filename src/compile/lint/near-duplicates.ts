/** Lint rule: two capabilities whose texts say nearly the same cannot be told apart by a reader or by a search. */
import type { Capability } from '../../capability/capability.ts';

/** Share of common character pairs (Dice) from which two summaries count as one text; siblings reach about .75. */
const TOO_CLOSE = 0.9;

export function nearDuplicates(capabilities: readonly Capability[]): { id: string; message: string }[] {
  const found: { id: string; message: string }[] = [];
  for (const [field, of] of [
    ['title', ({ title }: Capability) => title],
    ['summary', ({ summary }: Capability) => summary],
  ] as const) {
    for (const language of ['zh', 'en'] as const) {
      const texts = capabilities.flatMap((capability) => {
        const text = of(capability)[language];
        return text === undefined ? [] : [{ id: capability.id, text, pairs: pairsOf(text) }];
      });
      texts.forEach((one, i) => {
        for (const other of texts.slice(i + 1)) {
          if (likeness(one.pairs, other.pairs) < TOO_CLOSE) continue;
          found.push({ id: other.id, message: `${field}.${language} is nearly that of ${one.id}: "${one.text}"` });
        }
      });
    }
  }
  return found;
}

function pairsOf(text: string): ReadonlySet<string> {
  const plain = [...text.toLowerCase()].filter((character) => /[\p{L}\p{N}]/u.test(character));
  return new Set(plain.map((character, i) => character + (plain[i + 1] ?? '')));
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  // Even if all of the smaller set were common, two sets of such different size cannot come close enough.
  if ((2 * small.size) / (a.size + b.size) < TOO_CLOSE) return 0;
  let common = 0;
  for (const pair of small) if (large.has(pair)) common += 1;
  return (2 * common) / (a.size + b.size);
}
