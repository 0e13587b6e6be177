import { describe, expect, it } from 'vitest';
import type { ArgvItem, JsonObject } from '../../src/capability/capability.ts';
import { buildCommandLine } from '../../src/run/argv.ts';
import { capability, command } from './capabilities.ts';

function build(argv: readonly ArgvItem[], values: JsonObject, more = {}) {
  const handler = command({ argv, ...more });
  return buildCommandLine(capability({ handler, examples: [{ arguments: { path: 'README.md' } }] }), handler, values);
}

describe('an argv template', () => {
  it.each<[string, ArgvItem[], JsonObject, string[]]>([
    ['literals as they are', ['log', '-z'], {}, ['log', '-z']],
    ['a prefixed value as one element', [{ arg: 'n', prefix: '--max=' }], { n: 5 }, ['--max=5']],
    ['a prefixed value that starts with a dash', [{ arg: 'n', prefix: '--max=' }], { n: '-5' }, ['--max=-5']],
    ['nothing for an absent argument', [{ arg: 'n', prefix: '--max=' }], {}, []],
    ['the default of an absent argument', [{ arg: 'path', default: '.' }], {}, ['.']],
    ['a default as the whole element', [{ arg: 'path', prefix: '--at=', default: '--here' }], {}, ['--here']],
    ['a flag when true', [{ flag: '--all', when: 'all' }], { all: true }, ['--all']],
    [
      'no flag when false or absent',
      [
        { flag: '--all', when: 'all' },
        { flag: '-x', when: 'x' },
      ],
      { all: false },
      [],
    ],
    ['a flag when equal', [{ flag: '-S', when: 'sort', equals: 'size' }], { sort: 'size' }, ['-S']],
    ['no flag when not equal', [{ flag: '-S', when: 'sort', equals: 'size' }], { sort: 'name' }, []],
    ['one element per item', ['--', { arg: 'p', each: true }], { p: ['a b', '-c', ''] }, ['--', 'a b', '-c', '']],
    ['no element for no item', ['--', { arg: 'p', each: true }], { p: [] }, ['--']],
    ['a dash after the end of options', ['--', { arg: 'p' }], { p: '--help' }, ['--', '--help']],
    ['a path with a dash', [{ arg: 'p', path: true }], { p: '-rf' }, ['./-rf']],
    ['an empty path', [{ arg: 'p', path: true }], { p: '' }, ['./']],
    [
      'numbers and booleans',
      [{ arg: 'a' }, { arg: 'b' }, { arg: 'c' }],
      { a: 0.5, b: true, c: 1e21 },
      ['0.5', 'true', '1e+21'],
    ],
    ['no inherited property', [{ arg: 'constructor' }, { flag: '-t', when: 'toString' }], {}, []],
  ])('gives %s', (_name, argv, values, expected) => {
    expect(build(argv, values)).toMatchObject({ kind: 'command_line', argv: expected });
  });

  it.each<[string, ArgvItem[], JsonObject, string]>([
    ['a dash before the end of options', [{ arg: 'p' }], { p: '--output=/etc/x' }, '/arguments/p'],
    ['a negative number there', [{ arg: 'p' }], { p: -1 }, '/arguments/p'],
    ['an item with a dash there', [{ arg: 'p', each: true }], { p: ['a', '-b'] }, '/arguments/p'],
    ['an end of options that comes too late', [{ arg: 'p' }, '--'], { p: '-x' }, '/arguments/p'],
    ['an argument that claims to end the options', [{ arg: 'p', each: true }], { p: ['--', 'x'] }, '/arguments/p'],
    ['NUL', ['--', { arg: 'p' }], { p: 'a\0b' }, '/arguments/p'],
    ['NUL behind a prefix', [{ arg: 'p', prefix: '--p=' }], { p: '\0' }, '/arguments/p'],
    ['a lone surrogate', ['--', { arg: 'p' }], { p: '\ud800' }, '/arguments/p'],
    ['more than the system carries', ['--', { arg: 'p' }], { p: '端'.repeat(50_000) }, '/arguments/p'],
  ])('refuses %s', (_name, argv, values, path) => {
    expect(build(argv, values)).toMatchObject({ kind: 'invalid_arguments', problems: [{ path }] });
  });

  it('hands on stdin and the directory', () => {
    const line = build([], { text: 'a\nb', repo: '/x' }, { stdin: { arg: 'text' }, cwd: { arg: 'repo' } });
    expect(line).toMatchObject({ stdin: 'a\nb', directory: '/x' });
    expect(build([], {}, { stdin: { arg: 'text' } })).toMatchObject({ stdin: undefined, directory: undefined });
  });
});
