import { describe, expect, it } from 'vitest';
import { compileCatalog } from '../../src/compile/compile.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { openSnapshot } from '../../src/snapshot/read.ts';
import { bytesSource } from '../../src/snapshot/source.ts';
import { foldKey } from '../../src/text/fold-key.ts';
import { SMALL, sources } from './small-catalog.ts';

function open() {
  const compiled = compileCatalog(sources(SMALL));
  if (Array.isArray(compiled)) throw new Error(JSON.stringify(compiled));
  const snapshot = openSnapshot(bytesSource(compiled.snapshot));
  if (isRefusal(snapshot)) throw new Error(snapshot.message);
  return { compiled, snapshot };
}

/** Spellings that people use, and the id and kind of key that each finds. */
const SPELLINGS: readonly [spelling: string, hits: readonly string[]][] = [
  ['net.who', ['id net.who', 'cli_path net.who']],
  ['NET WHO', ['id net.who', 'cli_path net.who']],
  ['ｎｅｔ／ｗｈｏ', ['id net.who', 'cli_path net.who']],
  ['「net who」？', ['id net.who', 'cli_path net.who']],
  ['who', ['suffix net.who']],
  ['occupied-guide', ['suffix net.occupied_guide']],
  ['谁占用端口', ['alias net.who']],
  ['Who uses  this port?', ['alias net.who']],
  ['free_a_port', ['alias net.kill']],
  ['net', ['id net', 'cli_path net']],
  ['port', []],
];

describe('what the compiler has sealed', () => {
  it('opens with its hashes, ids in order', () => {
    const { compiled, snapshot } = open();
    expect(snapshot.sourceHash).toBe(compiled.sourceHash);
    expect(snapshot.surfaceHash).toBe(compiled.surfaceHash);
    expect([0, 1, 2, 3].map((doc) => snapshot.id(doc))).toEqual(['net', 'net.kill', 'net.occupied_guide', 'net.who']);
  });

  it('gives back whole contracts, with what follows from the kind', () => {
    const { compiled, snapshot } = open();
    compiled.capabilities.forEach((capability, doc) => {
      expect(snapshot.contract(doc)).toEqual(capability);
    });
    expect(snapshot.contract(snapshot.find('net.kill'))).toMatchObject({
      sideEffect: 'I',
      effect: 'destructive',
      pack: 'net',
      product: 'net',
    });
    expect(snapshot.contract(snapshot.find('net'))).toMatchObject({
      type: 'pack',
      pack: '',
      sideEffect: 'R',
      examples: [],
    });
    expect(snapshot.contract(snapshot.find('net.occupied_guide')).body?.en).toBe(
      'Run {cap:net.who} first.\nThen decide about {cap:net.kill}.',
    );
  });

  for (const [spelling, hits] of SPELLINGS) {
    it(`the spelling ${spelling}`, () => {
      const { snapshot } = open();
      const found = snapshot.keys.lookup(foldKey(spelling)).map(({ kind, doc }) => `${kind} ${snapshot.id(doc)}`);
      expect(found).toEqual(hits);
    });
  }

  it('indexes both languages, identities, arguments and boundaries of use', () => {
    const { snapshot } = open();
    const docs = (key: string): string[] => {
      const term = snapshot.lexical.termId(key);
      return term < 0 ? [] : [...snapshot.lexical.postings(term).docs].map((doc) => snapshot.id(doc));
    };
    expect(docs('b端口')).toEqual(['net.kill', 'net.occupied_guide', 'net.who']);
    expect(docs('whold')).toEqual(['net.who']);
    expect(docs('b名字')).toEqual(['net.kill', 'net.who']);
    // What a capability is NOT for must not attract the very requests that it turns away.
    expect(docs('wfile')).toEqual([]);
  });
});
