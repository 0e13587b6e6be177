/** What is printed to be typed next is what was typed, for any words: a shell reads it back as the same arguments. */
import { spawnSync } from 'node:child_process';
import { Command } from 'commander';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineAgain } from '../../src/cli/again.ts';
import { shellLine } from '../../src/cli/shell-words.ts';
import { openCatalog, worldOf } from '../verbs/world.ts';
import { commandLine, TERMINAL } from './command-line.ts';

const command = new Command('cap run text.echo')
  .option('--text <text>')
  .option('--all')
  .option('--dry-run')
  .option('--confirmation-token <token>');

it.each([
  [['--text', 'a b'], "cap run --text 'a b'"],
  [['text.echo', '--dry-run', '--all'], 'cap run text.echo --all'],
  [['--text', '--dry-run', '--dry-run'], 'cap run --text --dry-run'],
  [
    ['--dry-run', '--text', '--confirmation-token', '--confirmation-token', 'cap1'],
    'cap run --text --confirmation-token',
  ],
  [['--confirmation-token=cap1', '--text=--dry-run', '--'], 'cap run --text=--dry-run'],
])('%j is typed again as %s', (typed, line) => expect(lineAgain(['cap', 'run'], typed, command)).toBe(line));

it('a shell reads every word back as it was', () => {
  const word = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.toWellFormed().replaceAll('\0', ''));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
      const script = `printf '%s\\0' ${shellLine(words)}`;
      expect(spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).stdout).toBe(`${words.join('\0')}\0`);
    }),
    { numRuns: 60 },
  );
});

it.each([
  ['text.touch', '--path', 'a\u001b[2Jb', '--snapshot', 'x\u202ey'],
  ['text.echo', '--text', 'a\u001b]0;t\u0007b', '--dry-run'],
  ['text.echo', '--text', 'b', '--confirmation-token', 'cap1.c.\u001b[2J'],
  ['text.ec\u001b[2Jo', '--wrong\u009b', 'x'],
])('words that would move the cursor are not printed as they are: %j', async (...argv) => {
  const world = () => worldOf(openCatalog());
  const { exit, out, err } = await commandLine(['run', ...argv], { terminal: TERMINAL, world });
  expect([0, 2, 3, 4, 10]).toContain(exit);
  expect(out + err).toMatch(/next: cap /i);
  expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
});

it('a catalog that was replaced in between: nothing runs, and the same line comes next', async () => {
  const snapshot = openCatalog();
  const replaced = Object.defineProperty(openCatalog(), 'sourceHash', { value: 'f'.repeat(64) });
  let opened = 0;
  const world = () => worldOf(opened++ === 0 ? snapshot : replaced);
  const argv = ['run', 'text.echo', '--text', 'it is'];
  const { exit, out, err } = await commandLine(argv, { terminal: TERMINAL, world });
  expect({ exit, out }).toEqual({ exit: 6, out: '' });
  expect(err).toContain('catalog changed  text.echo');
  expect(err).toContain('Nothing was executed.');
  expect(err).toMatch(/^Next: cap run text\.echo --text 'it is'$/m);
});
