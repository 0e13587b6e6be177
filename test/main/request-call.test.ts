/** Which command lines bring a request; all others go to the command-line room. */
import { expect, test } from 'vitest';
import { requestCall } from '../../src/request-call.ts';
import { HOT_VERBS } from '../../src/verbs/hot-verbs.ts';

const call = (...argv: string[]) => {
  const found = requestCall(argv, HOT_VERBS);
  return found === null ? null : { verb: found.verb.name, request: found.request, snapshot: found.snapshot };
};

test.each(['search', 'inspect', 'list'])('%s with a request on stdin', (verb) => {
  expect(call(verb, '--request-json', '-')).toEqual({ verb, request: '-', snapshot: undefined });
});

test('a request file and a snapshot, in either order', () => {
  const expected = { verb: 'search', request: '@a b.json', snapshot: 's' };
  expect(call('search', '--request-json', '@a b.json', '--snapshot', 's')).toEqual(expected);
  expect(call('search', '--snapshot', 's', '--request-json', '@a b.json')).toEqual(expected);
});

test.each([
  [[]],
  [['search']],
  [['search', '端口']],
  [['search', '--request-json']],
  [['search', '--request-json', 'file.json']],
  [['search', '--request-json', '-', '--request-json', '-']],
  [['search', '--request-json', '-', 'more']],
  [['search', '--request-json', '-', '--json']],
  [['search', '--snapshot', 's']],
  [['run', '--request-json', '-']],
  [['--request-json', '-', 'search']],
])('%j is not', (argv) => {
  expect(call(...argv)).toBeNull();
});
