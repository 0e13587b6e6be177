/** Fixtures of examples: which steps an id has, and what is said of a file that is none. */
import { describe, expect, test } from 'vitest';
import { readFixtures } from '../../src/compile/fixtures.ts';

const IDS = ['team', 'team.notes', 'team.notes.count', 'team.notesbook'];
const source = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });
const step = (name: string) => `steps:\n  - run: [${name}]\n`;

describe('readFixtures', () => {
  test('joins those of the packs above, the outermost first', () => {
    const fixtures = readFixtures(
      [
        source('_fixtures/team.notes.count.yaml', step('third')),
        source('_fixtures/team.notes.yaml', step('second')),
        source('_fixtures/team.yaml', step('first')),
        source('team/_pack.yaml', 'id: team\n'),
      ],
      IDS,
    );
    if (Array.isArray(fixtures)) throw new Error(JSON.stringify(fixtures));
    const run = (...names: string[]) => names.map((name) => ({ run: [name] }));
    expect(fixtures('team.notes.count')).toEqual(run('first', 'second', 'third'));
    expect(fixtures('team.notesbook')).toEqual(run('first'));
    expect(fixtures('other')).toEqual([]);
  });

  test.each([
    [
      'an id that is not there',
      'team.note',
      step('x'),
      { reason: 'unknown_reference', line: 1, received: 'team.note' },
    ],
    ['a step of no kind', 'team', 'steps:\n  - runs: [x]\n', { line: 2 }],
    ['a path that leaves', 'team', 'steps:\n  - files: {../a: x}\n', { line: 2 }],
    ['a shell string', 'team', 'steps:\n  - run: rm x\n', { reason: 'wrong_type', line: 2 }],
    ['no YAML', 'team', 'steps: [\n', { reason: 'yaml_syntax' }],
  ])('refuses %s', (_what, id, text, expected) => {
    const found = readFixtures([source(`_fixtures/${id}.yaml`, text)], IDS);
    expect(Array.isArray(found) ? found[0] : undefined).toMatchObject(expected);
  });
});
