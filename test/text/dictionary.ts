/** The dictionary as the tests of this room use it: built once a test file, from the installed word lists. */
import { dictionarySections } from '../../scripts/build-dictionary.ts';
import { buildDictionary } from '../../src/text/dictionary/build.ts';
import { openDictionary } from '../../src/text/dictionary/open.ts';
import { buildLexicon } from '../../src/text/lexicon/build.ts';
import type { Lexicon } from '../../src/text/lexicon/lexicon.ts';
import { openLexicon } from '../../src/text/lexicon/open.ts';
import type { Segmenter } from '../../src/text/segmenter.ts';
import { type NumericSection, plainView } from '../../src/text/views.ts';

/** The segmenter over the whole dictionary. */
export function fullDictionary(): Segmenter {
  return openSections(dictionarySections());
}

/** A dictionary of a few words, enough for tests of the analyzer: fast to build and the same for ever. */
export function smallDictionary(): Segmenter {
  return openSections(
    buildDictionary({
      words:
        '查询 500 v\n端口 300 n\n占用 200 v\n进程 100 n\n怎么 900 r\n的 5000 u\n占用端口 3 n\n日志 50 n\n记录 60 n\n',
      userWords: '云计算\n区块链 10 nz\n',
      traditional: [
        ['記', '记'],
        ['錄', '录'],
        ['後', '后'],
        ['埠', '埠'],
      ],
    }),
  );
}

export function openSections(sections: readonly NumericSection[]): Segmenter {
  return openDictionary({
    trie: plainView(sectionData(sections, 'dictionary.trie')),
    weights: plainView(sectionData(sections, 'dictionary.weights')),
    simplified: plainView(sectionData(sections, 'dictionary.simplified')),
  });
}

export function sectionData(sections: readonly NumericSection[], name: string): NumericSection['data'] {
  const section = sections.find((candidate) => candidate.name === name);
  if (section === undefined) throw new Error(`no section ${name}`);
  return section.data;
}

/** A lexicon of a few concepts that meets every rule of the matcher: clashing stems, compounds, scripts side by side. */
export function smallLexicon(): Lexicon {
  const concept = (id: string, surfaces: readonly string[], parts: readonly string[] = []) => ({
    id,
    kind: 'noun' as const,
    surfaces,
    parts,
  });
  return openLexiconSections(
    buildLexicon(
      [
        concept('log', ['日志', 'log']),
        concept('port', ['端口', '口', 'port']),
        concept('open_port', ['开放端口', 'open port'], ['port', 'open']),
        concept('open', ['打开', 'open']),
        concept('customer', ['客户', 'customer']),
        concept('customs', ['海关', 'customs']),
        concept('ab_test', ['AB测试', 'a/b test']),
        concept('week', ['周', 'week']),
        concept('out_of_memory', ['内存不足', 'out of memory']),
      ],
      [{ surface: 'ports', ids: ['port', 'customs'] }],
      [],
      [],
      '0'.repeat(64),
    ),
  );
}

export function openLexiconSections(sections: readonly NumericSection[]): Lexicon {
  return openLexicon({
    forms: plainView(sectionData(sections, 'lexicon.forms')),
    stems: plainView(sectionData(sections, 'lexicon.stems')),
    starts: plainView(sectionData(sections, 'lexicon.starts')),
    concepts: plainView(sectionData(sections, 'lexicon.concepts')),
    cues: plainView(sectionData(sections, 'lexicon.cues')),
    families: plainView(sectionData(sections, 'lexicon.families')),
    effects: plainView(sectionData(sections, 'lexicon.effects')),
    kinds: plainView(sectionData(sections, 'lexicon.kinds')),
    opposites: plainView(sectionData(sections, 'lexicon.opposites')),
  });
}
