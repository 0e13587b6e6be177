/** Every question that is asked at a terminal: however a person leaves it, nothing is done, and that is said. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { newcomer, nextOf, type Person } from './forms-catalog.ts';
import { CTRL_C, CTRL_D } from './pty.ts';

const LEAVING = [
  ['Ctrl-D', CTRL_D, 4, 'the input ended before the word was typed'],
  ['Ctrl-C', CTRL_C, 130, 'interrupted: '],
  ['an empty line', '', 4, 'nothing was typed'],
  ['another word', 'Yes, please', 4, 'something else was typed'],
] as const;

let person: Person;
let token = '';
beforeAll(async () => {
  person = await newcomer();
  const { screen } = await person.types('cap run form.drop --word x --snapshot form.snapshot');
  [token = ''] = /cap1\.h\.\S+/.exec(screen) ?? [];
});

const PROMPTS = [
  ['cap trust form.snapshot', 'Not trusted, and nothing was changed'],
  ['cap approve', 'Not approved, and the call still waits'],
  ['cap catalog test', 'No example was run'],
  ['cap catalog test form.read -d catalog', 'No example was run'],
] as const;

describe.each(PROMPTS)('%s', (line, otherwise) => {
  test.each(LEAVING)('left with %s', async (_how, key, status, why) => {
    const whole = line === 'cap approve' ? `${line} ${token}` : line;
    const left = await person.types(whole, key);
    expect(left).toMatchObject({ status });
    expect(left.screen).toContain(otherwise);
    expect(left.screen).toContain(why);
    expect(left.screen).not.toContain('there is none here');
    // The message stands on a line of its own, not behind the question.
    expect(left.screen).toMatch(/\n(?:denied|interrupted): /);
    expect(nextOf(left)).toContain(line);
    expect((await person.types('cap trust')).screen).toContain('No catalog but the one inside is trusted.');
    const run = `cap run form.drop --word x --snapshot form.snapshot --confirmation-token ${token}`;
    if (line === 'cap approve') expect((await person.types(run)).screen).toContain('Nobody has approved this');
  });
});

test.each([CTRL_D, CTRL_C])('cap catalog new, left with %j at the second question', async (key) => {
  const left = await person.types('cap catalog new form.fresh', '一 | one', key);
  expect(left).toMatchObject({ status: 130 });
  expect(left.screen).toContain('\ninterrupted: You left before the last question: nothing was written.');
  expect(existsSync(join(person.cwd, 'catalog', 'form', 'fresh.yaml'))).toBe(false);
});

test('cap catalog new, a question passed over is asked again, and what was said is not lost', async () => {
  const left = await person.types('cap catalog new form.fresh', '', '', '一 | one', CTRL_D);
  expect(left).toMatchObject({ status: 130 });
  expect(left.screen.match(/This needs an answer/g)).toHaveLength(2);
  expect(nextOf(left)).toBe("cap catalog new form.fresh --title '一 | one'");
  expect(existsSync(join(person.cwd, 'catalog', 'form', 'fresh.yaml'))).toBe(false);
});

test('cap trust of a file that is not there leads to how one is made, and not to itself', async () => {
  const refused = await person.types('cap trust nothing.snapshot');
  expect(refused).toMatchObject({ status: 20 });
  expect(nextOf(refused)).toContain('cap catalog build');
});
