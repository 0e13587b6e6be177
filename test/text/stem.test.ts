import { expect, test } from 'vitest';
import { stemEnglish } from '../../src/text/english/stem.ts';

test.each([
  ['processes process processing processed', 'process'],
  ['connect connected connecting connection connections', 'connect'],
  ['listing listings listed lists list', 'list'],
  ['deletes deleted deleting delete', 'delet'],
  ['stopping stopped stops stop', 'stop'],
  ['create creates created creating', 'creat'],
  ['files file filing', 'file'],
  ['branches branch branching', 'branch'],
  ['queries query querying', 'queri'],
  ['running runs run', 'run'],
  ['permissions permission', 'permiss'],
  ['installation installations', 'instal'],
  ['added adding add adds', 'add'],
  ['dying die died dies', 'die'],
  ['happiness happy', 'happi'],
  ['hopping hopped', 'hop'],
  ['hoping hoped', 'hope'],
  ['agreed agree', 'agre'],
  ['rational', 'ration'],
  ['generously generous', 'generous'],
  ['generally general generals', 'general'],
  ['organization organize organizer', 'organiz'],
  ['organs organ', 'organ'],
  ['pasting paste pasted', 'paste'],
  ['communities community', 'communiti'],
  ['formative', 'format'],
  ['usefulness useful', 'use'],
  ['falling', 'fall'],
  ['controlling control', 'control'],
  ['possibly possible', 'possibl'],
  ['exceed exceeded', 'exceed'],
  ['dogs dog', 'dog'],
])('%s share the stem %s', (words, stem) => {
  expect(words.split(' ').map(stemEnglish)).toEqual(words.split(' ').map(() => stem));
});

test.each([
  ['news', 'news'],
  ['sky', 'sky'],
  ['skies', 'sky'],
  ['gas', 'gas'],
  ['this', 'this'],
  ['status', 'status'],
  ['ssh', 'ssh'],
  ['is', 'is'],
  ['by', 'by'],
  ['yes', 'yes'],
  ['y', 'y'],
  ['', ''],
  ["'em", 'em'],
  ["don't", "don't"],
  ['c++', 'c++'],
])('%s becomes %s', (word, stem) => {
  expect(stemEnglish(word)).toBe(stem);
});
