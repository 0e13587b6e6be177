/** The text of a guide for a person: what it names is typed as it stands, and nothing of the notation is left. */
import { expect, test } from 'vitest';
import { guideText } from '../../src/cli/render/guide.ts';
import { paintFor, type Screen } from '../../src/cli/render/screen.ts';

const screen: Screen = {
  columns: 60,
  colour: { out: false, err: false },
  optionAt: () => undefined,
  help: 'cap --help',
  command: (line) => `${line} --snapshot my.snapshot`,
  isAction: (id) => id !== 'git.conflict_guide',
};
const shown = (body: string, columns = 60) => guideText(body, { ...screen, columns }, paintFor(false));

test.each([
  ['an action', 'See {cap:git.log}.', 'See `cap run git.log --snapshot my.snapshot`.'],
  ['another guide', '看{cap:git.conflict_guide}', '看`cap inspect git.conflict_guide --snapshot my.snapshot`'],
  ['what the caller may not know of', 'First {cap:(another capability)}.', 'First (another capability).'],
  ['a heading', '## 1. Look', '1. Look'],
  ['what is stressed', '**Decision:** stop', 'Decision: stop'],
  [
    'a list, its lines below each other',
    `- ${'word '.repeat(12)}end\n10. ${'字'.repeat(30)}`,
    `- ${'word '.repeat(10)}word\n  word end\n10. ${'字'.repeat(28)}\n    字字`,
  ],
  ['a table', '| a | what |\n|---|---|\n| 端口 | x |', 'a     what\n端口  x'],
  ['one too wide', `| a | b |\n|---|---|\n| ${'w'.repeat(30)} | x |`, `- ${'w'.repeat(30)}: x`],
  ['what moves the cursor', 'a\u001b[2Jb', expect.not.stringContaining('\u001b')],
])('%s', (_what, body, text) => expect(shown(body)).toEqual(text));

test('a command stays in one piece wherever it fits', () => {
  const command = '`cap run git.log --snapshot my.snapshot`';
  for (let columns = command.length; columns < 80; columns += 1) {
    expect(shown('First look at it with {cap:git.log} and go on.', columns)).toContain(command);
  }
});
