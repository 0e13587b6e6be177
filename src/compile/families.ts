/** What each capability does, as families of verbs: a column that a ranking signal reads. It knows texts, no queries. */
import type { Capability } from '../capability/capability.ts';
import { analyze } from '../text/analyze.ts';
import { familiesOf } from '../text/lexicon/families.ts';
import type { Lexicon } from '../text/lexicon/lexicon.ts';
import type { Segmenter } from '../text/segmenter.ts';
import type { NumericSection } from '../text/views.ts';

/** A column holds this many families of one byte each, the low byte first. */
const MOST_FAMILIES = 4;

export function familySection(capabilities: readonly Capability[], words: Segmenter, lexicon: Lexicon): NumericSection {
  const data = Uint32Array.from(capabilities, (capability) => {
    const families = new Set(
      textsThatSay(capability).flatMap((text) => familiesOf(analyze(text, words, lexicon), lexicon).slice(0, 1)),
    );
    return [...families].slice(0, MOST_FAMILIES).reduce((packed, family, i) => packed + family * 2 ** (8 * i), 0);
  });
  return { name: 'column.families', type: 'u32', data };
}

/** The first verb of each says what is done: declared intents, or else the last part of the id, the id, the titles. */
function textsThatSay({ id, intents, title }: Capability): readonly string[] {
  if (intents.length > 0) return intents;
  const last = id.slice(id.lastIndexOf('.') + 1);
  return [last, id, title.zh ?? '', title.en ?? ''];
}
