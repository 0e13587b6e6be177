/**
 * Opens a snapshot: head and table are checked at once, whatever the catalog's size; everything else when it is touched.
 * It knows the rooms that own the sections, but no query and no policy.
 */
import type { Capability, Json } from '../capability/capability.ts';
import type { LexicalIndex } from '../fulltext/lexical.ts';
import { openLexical } from '../fulltext/read.ts';
import { StringTable } from '../fulltext/string-table.ts';
import { isRefusal, type Refusal } from '../reason/refusal.ts';
import { openDictionary } from '../text/dictionary/open.ts';
import { ANALYZER_FINGERPRINT } from '../text/fingerprint.ts';
import { type Lexicon, NO_LEXICON } from '../text/lexicon/lexicon.ts';
import { openLexicon } from '../text/lexicon/open.ts';
import { NO_DICTIONARY, type Segmenter } from '../text/segmenter.ts';
import { NO_SLIPS, openSlips, type Slips } from '../text/typo/open.ts';
import { Blocks } from './blocks.ts';
import type { Card } from './card.ts';
import { type Columns, openColumns } from './columns.ts';
import { type CommonSets, openCommonSets } from './common-sets.ts';
import { type Elsewhere, openElsewhere } from './elsewhere.ts';
import { readHead } from './head.ts';
import { type Keys, openKeys } from './keys.ts';
import { openRecords } from './records.ts';
import { openSections, type Sections } from './sections.ts';
import type { ByteSource } from './source.ts';
import { readSpecHash } from './spec-hashes.ts';
import { openTwins, type Twins } from './twins.ts';

export type { Card } from './card.ts';

/**
 * One catalog, read in place. Documents are numbered 0..count-1 in ascending order of their canonical ids (code units).
 * Every member may throw SnapshotDamaged when it touches a damaged block.
 */
export interface Snapshot {
  readonly sourceHash: string;
  readonly surfaceHash: string;
  /** How many capabilities there are. */
  readonly count: number;
  readonly columns: Columns;
  readonly common: CommonSets;
  readonly keys: Keys;
  readonly lexical: LexicalIndex;
  /** Cuts Han runs with the snapshot's dictionary; NO_DICTIONARY where it has none. */
  readonly words: Segmenter;
  /** The concepts that documents and queries share; NO_LEXICON where the snapshot has none. */
  readonly lexicon: Lexicon;
  /** Common operations that no catalog need have; null where the snapshot has no lexicon. */
  readonly elsewhere: Elsewhere | null;
  /** What is known of slips of the hand; NO_SLIPS where the snapshot has none. */
  readonly slips: Slips;
  /** By document, the first one that runs the same operation; null where no two do. */
  readonly twins: Twins | null;
  /** What the compiler noted of the whole (see SnapshotInput). */
  readonly meta: Json;
  /** The numbers of the `product` and `pack` columns, named: at(number), find(name), prefixRange(prefix). */
  readonly products: StringTable;
  readonly packs: StringTable;
  /** Canonical ids by document number, so prefixRange('a.b.') is the documents below a.b. */
  readonly ids: StringTable;
  id(doc: number): string;
  /** The document of exactly this canonical id, or -1. */
  find(id: string): number;
  card(doc: number): Card;
  contract(doc: number): Capability;
  /** The hash of the capability's surface, as an inspection shows it. */
  specHash(doc: number): string;
  /** The documents whose pack is exactly this one, ascending; '' for those at the top. */
  children(pack: string): readonly number[];
  /** Any section by name; throws when there is none. */
  readonly sections: Sections;
  /** Reads and checks every byte; throws SnapshotDamaged at the first damage. */
  verify(): void;
}

/**
 * Opens a snapshot in constant time. Refuses one that is truncated, extended or damaged in its head, of another format
 * version, or made with another analyzer. Throws only what the source throws.
 */
export function openSnapshot(source: ByteSource, fingerprint: string = ANALYZER_FINGERPRINT): Snapshot | Refusal {
  const head = readHead(source, fingerprint);
  if (isRefusal(head)) return head;
  const blocks = new Blocks(source, head.headBytes, head.blockChecksums);
  return new OpenedSnapshot(head, openSections(blocks, head.sections), () => blocks.verify());
}

type Facts = { readonly sourceHash: string; readonly surfaceHash: string; readonly count: number };

/** Each part is set up when it is first asked for: a search opens no contracts, an inspection no postings. */
class OpenedSnapshot implements Snapshot {
  readonly sourceHash: string;
  readonly surfaceHash: string;
  readonly count: number;
  readonly sections: Snapshot['sections'];
  readonly verify: () => void;
  private readonly opened = new Map<string, unknown>();

  constructor(facts: Facts, sections: Snapshot['sections'], verify: () => void) {
    this.sourceHash = facts.sourceHash;
    this.surfaceHash = facts.surfaceHash;
    this.count = facts.count;
    this.sections = sections;
    this.verify = verify;
  }

  get columns(): Columns {
    return this.once('columns', () => openColumns(this.sections));
  }

  get common(): CommonSets {
    return this.once('common', () => openCommonSets(this.sections, this.count));
  }

  get keys(): Keys {
    return this.once('keys', () => openKeys(this.sections));
  }

  get lexical(): LexicalIndex {
    return this.once('lexical', () => openLexical(this.sections));
  }

  get words(): Segmenter {
    return this.once('words', () => openWords(this.sections));
  }

  get lexicon(): Lexicon {
    return this.once('lexicon', () => openConcepts(this.sections));
  }

  get elsewhere(): Elsewhere | null {
    return this.once('elsewhere', () => openElsewhere(this.sections));
  }

  get slips(): Slips {
    return this.once('slips', () => openSlipSections(this.sections));
  }

  get twins(): Twins | null {
    return this.once('twins', () => openTwins(this.sections));
  }

  get meta(): Json {
    return this.once('meta', () => {
      const { length } = this.sections.numbers('meta.text');
      return JSON.parse(new TextDecoder().decode(this.sections.bytes('meta.text').slice(0, length))) as Json;
    });
  }

  get products(): StringTable {
    return this.once('products', () => new StringTable(this.sections, 'products'));
  }

  get packs(): StringTable {
    return this.once('packs', () => new StringTable(this.sections, 'packs'));
  }

  get ids(): StringTable {
    return this.once('ids', () => new StringTable(this.sections, 'ids'));
  }

  id(doc: number): string {
    return this.ids.at(doc);
  }

  find(id: string): number {
    return this.ids.find(id);
  }

  card(doc: number): Card {
    return this.once('cards', () => openRecords<Card>(this.sections, 'cards'))(doc);
  }

  contract(doc: number): Capability {
    return this.once('contracts', () => openRecords<Capability>(this.sections, 'contracts'))(doc);
  }

  specHash(doc: number): string {
    return readSpecHash(this.sections, doc);
  }

  children(pack: string): readonly number[] {
    const number = this.packs.find(pack);
    if (number < 0) return [];
    const starts = this.sections.numbers('packs.child_starts');
    const docs = this.sections.numbers('packs.children');
    const from = starts.at(number);
    return Array.from({ length: starts.at(number + 1) - from }, (_, i) => docs.at(from + i));
  }

  private once<T>(part: string, open: () => T): T {
    if (!this.opened.has(part)) this.opened.set(part, open());
    return this.opened.get(part) as T;
  }
}

/** Without a dictionary there are no Han words; unigrams and bigrams still are. */
function openWords(sections: Snapshot['sections']): Segmenter {
  if (!sections.has('dictionary.trie')) return NO_DICTIONARY;
  return openDictionary({
    trie: sections.numbers('dictionary.trie'),
    weights: sections.numbers('dictionary.weights'),
    simplified: sections.numbers('dictionary.simplified'),
  });
}

function openConcepts(sections: Snapshot['sections']): Lexicon {
  if (!sections.has('lexicon.forms')) return NO_LEXICON;
  return openLexicon({
    forms: sections.numbers('lexicon.forms'),
    stems: sections.numbers('lexicon.stems'),
    starts: sections.numbers('lexicon.starts'),
    concepts: sections.numbers('lexicon.concepts'),
    cues: sections.numbers('lexicon.cues'),
    families: sections.numbers('lexicon.families'),
    effects: sections.numbers('lexicon.effects'),
    kinds: sections.numbers('lexicon.kinds'),
    opposites: sections.numbers('lexicon.opposites'),
  });
}

function openSlipSections(sections: Snapshot['sections']): Slips {
  if (!sections.has('typo.words')) return NO_SLIPS;
  return openSlips(sections.bytes('typo.words'), sections.numbers('typo.alike'));
}
