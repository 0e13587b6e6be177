/**
 * Builds the Chinese dictionary from nodejs-jieba's word lists and OpenCC's character table, and writes its sections as raw
 * little-endian files. It only reads, calls src/text and writes.
 *
 *     node scripts/build-dictionary.ts DIRECTORY
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { buildDictionary } from '../src/text/dictionary/build.ts';
import { DICTIONARY_SECTIONS } from '../src/text/dictionary/layout.ts';
import { buildTypos } from '../src/text/typo/build.ts';
import type { NumericSection } from '../src/text/views.ts';

const require = createRequire(import.meta.url);

/** The dictionary's sections, built from the installed packages (about one second). */
export function dictionarySections(): NumericSection[] {
  const lists = join(dirname(require.resolve('nodejs-jieba')), '..', 'dict');
  return buildDictionary({
    words: readFileSync(join(lists, 'jieba.dict.utf8'), 'utf8'),
    userWords: readFileSync(join(lists, 'user.dict.utf8'), 'utf8'),
    traditional: traditionalPairs(),
  });
}

/** What is known of slips of the hand, from the readings and the English of CC-CEDICT. */
export function slipSections(): NumericSection[] {
  const data = join(dirname(findPackageJSON('cc-cedict', import.meta.url) ?? ''), 'data', 'all.js');
  const { default: dictionary } = require(data) as { default: { all: readonly CedictEntry[] } };
  return buildTypos(dictionary.all.map(([, simplified, pinyin, glosses]) => [simplified, pinyin, glosses] as const));
}

/** As the package stores them: traditional and simplified form, reading, explanations, and more that is not used. */
type CedictEntry = readonly [string, string, string, readonly string[], ...unknown[]];

/** Writes each section to DIRECTORY/NAME.TYPE. */
export function writeDictionary(directory: string, sections: readonly NumericSection[]): void {
  mkdirSync(directory, { recursive: true });
  for (const { name, type, data } of sections) {
    writeFileSync(join(directory, `${name}.${type}`), new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }
}

/** Reads what `writeDictionary` wrote. */
export function readDictionary(directory: string): NumericSection[] {
  return DICTIONARY_SECTIONS.map(({ name, type }) => {
    const bytes = new Uint8Array(readFileSync(join(directory, `${name}.${type}`)));
    return type === 'f64'
      ? { name, type, data: new Float64Array(bytes.buffer) }
      : { name, type, data: new Uint16Array(bytes.buffer) };
  });
}

function traditionalPairs(): [string, string][] {
  const table = (require('opencc-js/dict/TSCharacters') as { default: string }).default;
  return table.split('|').map((pair) => {
    const [traditional, simplified] = pair.split(' ');
    return [traditional ?? '', simplified ?? ''];
  });
}

if (process.argv[1] === import.meta.filename) {
  const directory = process.argv[2];
  if (directory === undefined) {
    process.stderr.write('usage: node scripts/build-dictionary.ts DIRECTORY\n');
    process.exitCode = 2;
  } else {
    writeDictionary(directory, dictionarySections());
  }
}
