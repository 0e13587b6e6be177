/** A small catalog as the compiler would hand it over, and the questions that are asked of its snapshot. */
import type { Capability } from '../../src/capability/capability.ts';
import { scoreDocuments } from '../../src/fulltext/bm25.ts';
import { buildLexical } from '../../src/fulltext/write.ts';
import type { KeyEntry } from '../../src/snapshot/keys.ts';
import type { Snapshot } from '../../src/snapshot/read.ts';
import { type SnapshotInput, writeSnapshot } from '../../src/snapshot/write.ts';
import { analyze } from '../../src/text/analyze.ts';
import { buildDictionary } from '../../src/text/dictionary/build.ts';
import { ANALYZER_FINGERPRINT } from '../../src/text/fingerprint.ts';
import { NO_DICTIONARY } from '../../src/text/segmenter.ts';
import { documentOf } from '../fulltext/documents.ts';

export function capabilityOf(id: string, zh: string, en: string, more: Partial<Capability> = {}): Capability {
  return {
    id,
    cliPath: id.replaceAll('.', ' '),
    type: 'action',
    product: id.split('.')[0] ?? '',
    pack: id.split('.').slice(0, -1).join('.'),
    version: 1,
    title: { zh, en },
    summary: { zh: `${zh}。`, en: `${en}.` },
    description: { en },
    aliases: { zh: [], en: [] },
    intents: [],
    entities: [],
    qualifiers: [],
    symptoms: { zh: [], en: [] },
    whenToUse: [{ zh, en }],
    whenNotToUse: [],
    sideEffect: 'R',
    effect: 'read',
    riskLevel: 'low',
    confirmation: 'none',
    idempotency: 'idempotent',
    timeoutMs: 1000,
    networkPolicy: 'none',
    os: [],
    executables: [],
    requiredContext: [],
    argumentsSchema: { type: 'object', properties: { port: { type: 'integer' }, all: { type: 'boolean' } } },
    examples: [],
    produces: [],
    verifies: [],
    affectedResources: [],
    ...more,
  };
}

export const CAPABILITIES: readonly Capability[] = [
  capabilityOf('git', '版本库', 'Git repositories', { type: 'pack', pack: '', os: ['linux', 'win32'] }),
  capabilityOf('git.force_push', '强制推送', 'Force push a branch', { sideEffect: 'I', riskLevel: 'critical' }),
  capabilityOf('git.log', '提交记录', 'Show the commit log'),
  capabilityOf('system.port.who', '查询端口占用', 'Show which process holds a port', { os: ['linux'] }),
];

export function inputOf(capabilities: readonly Capability[] = CAPABILITIES): SnapshotInput {
  const documents = capabilities.map(({ id, title, summary }) => {
    return documentOf({ identity: [id], title: Object.values(title), summary: Object.values(summary) });
  });
  const keys = capabilities.flatMap(({ id }, doc): KeyEntry[] => {
    const folded = id.replaceAll('.', ' ');
    const suffix = folded.split(' ').at(-1) as string;
    return [
      { key: suffix, doc, kind: 'suffix' },
      { key: folded, doc, kind: 'cli_path' },
      { key: folded, doc, kind: 'id' },
    ];
  });
  return {
    sourceHash: 'a1'.repeat(32),
    surfaceHash: 'b2'.repeat(32),
    fingerprint: ANALYZER_FINGERPRINT,
    capabilities,
    keys,
    lexical: buildLexical(documents, (text) => analyze(text, NO_DICTIONARY)),
    dictionary: buildDictionary({
      words: '查询 50 v\n端口 30 n\n占用 20 v\n',
      userWords: '',
      traditional: [['記', '记']],
    }),
    meta: { calibration: [1, 2] },
  };
}

export function smallSnapshot(): Uint8Array<ArrayBuffer> {
  return writeSnapshot(inputOf());
}

/** What search, inspect and list ask of a snapshot: each touches other blocks. */
export const QUESTIONS: Readonly<Record<string, (snapshot: Snapshot) => unknown>> = {
  facts: ({ sourceHash, surfaceHash, count }) => [sourceHash, surfaceHash, count],
  search: (snapshot) => {
    const tokens = analyze('查询 port log', snapshot.words);
    const ids = [...new Set(tokens.map(({ term }) => snapshot.lexical.termId(term)))].filter((id) => id >= 0);
    const terms = ids.map((termId) => ({ termId, weight: 1 }));
    const { top, total } = scoreDocuments(snapshot.lexical, terms, snapshot.count, null, 3);
    return [total, top, top.map(({ doc }) => snapshot.card(doc))];
  },
  vocabulary: ({ lexical }) => Array.from({ length: lexical.vocabularySize }, (_, id) => lexical.term(id)),
  inspect: (snapshot) => snapshot.contract(snapshot.find('git.log')),
  unknown: (snapshot) => snapshot.find('git.lo'),
  list: (snapshot) => snapshot.children('git').map((doc) => snapshot.id(doc)),
  keys: ({ keys }) => [keys.lookup('git log'), keys.lookup('log'), keys.lookup('nothing')],
  columns: ({ columns, count }) => {
    const { type, sideEffect, risk, product, pack, osMask, flags } = columns;
    return [type, sideEffect, risk, product, pack, osMask, flags].map((column) =>
      Array.from({ length: count }, (_, doc) => column.at(doc)),
    );
  },
  names: ({ products, packs }) =>
    [products, packs].map((table) => Array.from({ length: table.length }, (_, i) => table.at(i))),
  words: ({ words }) => {
    const found: string[] = [];
    words.segment('查询端口', 0, 4, (start, end) => found.push('查询端口'.slice(start, end)));
    return [found, words.simplify('記'.charCodeAt(0))];
  },
  meta: ({ meta }) => meta,
};
