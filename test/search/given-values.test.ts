/** Values in a query say what to work on, not what to do. */
import { describe, expect, test } from 'vitest';
import { givenValues } from '../../src/search/given-values.ts';
import { asker, capability, snapshotOf } from './catalog.ts';

const values = (text: string) => givenValues(text).map(({ start, end }) => text.slice(start, end));

describe('values', () => {
  test.each([
    ['get https://example.com/a/b.zip now', ['https://example.com/a/b.zip']],
    ['look into src/main and ~/bin/run.sh', ['src/main', '~/bin/run.sh']],
    ['in C:\\temp\\a', ['C:\\temp\\a']],
    ['convert notes.tar.gz', ['notes.tar.gz']],
    ['把 report.pdf 拆开', ['report.pdf']],
    ['is WEB_SHOP_2 set', ['WEB_SHOP_2']],
    ['say "good morning" or 「早上好」', ['"good morning"', '「早上好」']],
    ["grep 'legacy token' here", ["'legacy token'"]],
  ])('%s', (text, expected) => expect(values(text)).toEqual(expected));

  test.each(["don't touch it", 'version 2.5 of it', 'two. Three', 'a - b', '查看端口', 'e2e, and so on…', 'user_id'])(
    'none: %s',
    (text) => expect(values(text)).toEqual([]),
  );
});

test('the ending of a file that is named weighs less than what is to be done with it', () => {
  const ask = asker(
    snapshotOf([
      capability('zip.list', 'List a zip', 'Shows what is in a zip'),
      capability('net.get', 'Download an address', 'Downloads a file'),
      capability('net.trace', 'Trace a route', 'Traces the route to a host'),
    ]),
  );
  const { json } = ask('search', { version: 'tool-search.v1', query: 'download https://zip.example.org/zip/d.zip' });
  expect(json.candidates[0]?.canonical_path).toBe('net.get');
});
