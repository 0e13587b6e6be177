/** A word that only hidden capabilities have is answered as a word that none has: nobody can try out what is hidden. */
import { expect, test } from 'vitest';
import { search } from '../../src/search/search.ts';
import { capability, SMALL, snapshotOf } from './catalog.ts';

const HIDDEN = 'team.zyxwvutqq';
const snapshot = snapshotOf([
  ...SMALL,
  capability(HIDDEN, 'Qworkly of blenditude', 'Shows a qworkly', {
    title: { en: 'Qworkly of blenditude', zh: '查看饕餮纹' },
  }),
]);
const hidden = new Uint8Array(snapshot.count);
hidden[snapshot.find(HIDDEN)] = 1;

const answerTo = (query: string, word: string, more: object = {}) => {
  const request = { version: 'tool-search.v1' as const, query: query.replace('_', word), explain: true, ...more };
  return JSON.stringify(search(request, snapshot, { os: 'linux', hidden })).replaceAll(word, '_');
};

test.each([
  ['qworkly', 'qworklz'],
  ['qworkli', 'qworklj'],
  ['zyxwvutqq', 'zyxwvutqz'],
  ['blenditude', 'blendituze'],
  ['饕餮', '饕魉'],
])('%s is no more known than %s', (word, unknown) => {
  for (const query of ['_', 'show _', 'show the _ of a port', '查看_', 'list commits; then _ it', 'not _ but a port']) {
    for (const more of [{}, { within: 'system' }, { types: ['action'] as const }]) {
      expect(answerTo(query, word, more)).toBe(answerTo(query, unknown, more));
    }
  }
});

test('the words are known to whom they are shown', () => {
  const shown = search({ version: 'tool-search.v1', query: 'qworkly' }, snapshot, { os: 'linux' });
  expect(shown.candidates[0]?.canonical_path).toBe(HIDDEN);
});
