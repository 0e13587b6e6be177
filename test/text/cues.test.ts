/** Turns of phrase of the shipped lexicon: what asks for looking only, for leaving things be, or says what is not wanted. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dictionarySections } from '../../scripts/build-dictionary.ts';
import { readSources } from '../../scripts/build-snapshot.ts';
import { compileLexicon } from '../../src/compile/lexicon.ts';
import { readText } from '../../src/text/analyze.ts';
import { cuesOf } from '../../src/text/lexicon/cues.ts';
import type { NumericSection } from '../../src/text/views.ts';
import { openLexiconSections, openSections } from './dictionary.ts';

const sections = compileLexicon(readSources([join(import.meta.dirname, '../../catalog')])) as NumericSection[];
const lexicon = openLexiconSections(sections);
const words = openSections(dictionarySections());

/** `kind:words` of each cue of a text. */
function cues(text: string): string[] {
  const { units } = readText(text, words, lexicon);
  return cuesOf(units, lexicon).map(({ kind, from, to }) => {
    const forms = units.slice(from, to);
    return `${kind}:${forms.map(({ form }) => form).join(forms[0]?.isHan === true ? '' : ' ')}`;
  });
}

describe('only look', () => {
  test.each([
    ['just tell me which containers are up', 'just tell me'],
    ['list only the stale branches', 'list only'],
    ["show me the hooks, don't touch anything", "don't touch anything"],
    ['what would the upgrade pull in, without changing anything', 'without changing anything'],
    ['leave everything as it is and show the sizes', 'leave everything as it is'],
    ["print what would go, don't actually delete it", "don't actually"],
    ['只列出大文件', '只列出'],
    ['看看就好，磁盘还剩多少', '看看就好'],
    ['什么都别动，告诉我哪个进程最忙', '什么都别动'],
    ['先不改，看看配置对不对', '先不改'],
  ])('%s', (text, words) => expect(cues(text)).toContain(`read_only_wish:${words}`));
});

describe('leave it be', () => {
  test.each([
    ['sweep the cache but leave the volumes alone', 'alone'],
    ['make a copy, the source should stay where it was', 'should stay'],
    ["turn it into a PDF, don't change the original", "don't change the original"],
    ['hands off my settings', 'hands off'],
    ['keep my local edits', 'keep'],
    ['转成 PDF，不要改原文件', '不要改原'],
    ['合并进来，但配置保持原样', '保持原样'],
  ])('%s', (text, words) => expect(cues(text)).toEqual([`preservation:${words}`]));
});

describe('not wanted', () => {
  test.each([
    ["don't bother upgrading npm", "don't bother"],
    ['which packages are old, no need to install them', 'no need to'],
    ['find duplicate photos without deleting them', 'without'],
    ['the branch must not be removed', 'must not'],
    ['别再装了', '别再'],
    ['用不着重启', '用不着'],
  ])('%s', (text, words) => expect(cues(text)).toEqual([`negation:${words}`]));
});

describe('no cue', () => {
  test.each([
    'keep an eye on the build log',
    'the app keeps crashing',
    'keep track of my parcels',
    'what is listening on the port',
    'there is no access to the share',
    'not enough room on the disk',
    '特别大的文件',
    '别人的名字',
  ])('%s', (text) => expect(cues(text).filter((cue) => !cue.startsWith('contrast:'))).toEqual([]));
});

test('what a phrase forbids is not vague because of its last word', () => {
  expect(cues("list the images, don't delete anything")).toEqual(["negation:don't"]);
});
