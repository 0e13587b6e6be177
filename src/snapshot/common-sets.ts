/**
 * What nearly every search asks of all documents at once, worked out when the catalog is compiled: which of them a request
 * without filters may be answered with, and whether all of them speak a language. A cold search then looks, and counts
 * nothing: at 100,000 capabilities that is 3 ms.
 */
import { type Capability, OPERATING_SYSTEMS, type OperatingSystem } from '../capability/capability.ts';
import type { SectionViews } from '../fulltext/section-view.ts';
import type { NumericSection } from '../text/views.ts';

/** Documents as one byte each, 1 for yes, and how many these are. Not to be written to. */
export type DocumentSet = { readonly bitmap: Uint8Array; readonly count: number };

export interface CommonSets {
  /** All that a request without filters may be answered with on this system: no packs, nothing bound to another system. */
  openOn(os: OperatingSystem): DocumentSet;
  /** How many documents have neither title nor summary in this language. */
  without(language: 'zh' | 'en'): number;
}

/** `common.open_OS` (u8, one a document) for each system, and `common.totals` (u32: TOTALS, then the count of each set). */
export function commonSections(capabilities: readonly Capability[]): NumericSection[] {
  const sets = OPERATING_SYSTEMS.map((os) =>
    Uint8Array.from(capabilities, (capability) => (isOpen(capability, os) ? 1 : 0)),
  );
  const totals = [
    capabilities.filter((capability) => !speaks(capability, 'zh')).length,
    capabilities.filter((capability) => !speaks(capability, 'en')).length,
    ...sets.map((set) => set.reduce((sum, open) => sum + open, 0)),
  ];
  return [
    { name: 'common.totals', type: 'u32', data: Uint32Array.from(totals) },
    ...sets.map((data, i): NumericSection => ({ name: `common.open_${OPERATING_SYSTEMS[i]}`, type: 'u8', data })),
  ];
}

/** The names of these sections, in the order of the file. */
export const COMMON_SECTIONS: readonly string[] = [
  'common.totals',
  ...OPERATING_SYSTEMS.map((os) => `common.open_${os}`),
];

export function openCommonSets(sections: SectionViews, count: number): CommonSets {
  const total = (place: number) => sections.numbers('common.totals').at(place);
  return {
    openOn: (os) => ({
      bitmap: sections.bytes(`common.open_${os}`).slice(0, count),
      count: total(TOTALS.length + OPERATING_SYSTEMS.indexOf(os)),
    }),
    without: (language) => total(TOTALS.indexOf(language)),
  };
}

/** Places of `common.totals` before the sets' counts: how many documents lack this language. */
const TOTALS: readonly ('zh' | 'en')[] = ['zh', 'en'];

function isOpen({ type, os }: Capability, system: OperatingSystem): boolean {
  return type !== 'pack' && (os.length === 0 || os.includes(system));
}

function speaks({ title, summary }: Capability, language: 'zh' | 'en'): boolean {
  return title[language] !== undefined || summary[language] !== undefined;
}
