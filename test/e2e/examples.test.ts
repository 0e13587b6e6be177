/** `cap catalog test` with fixtures: what they set up, what they lack, and the examples of the default catalog in theirs. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { cap, documentOf, emptyDirectory } from './executable.ts';
import { capAtTerminal } from './pty.ts';

type Tested = { canonical_path: string; example: number; outcome: string; message: string };

/** Tests what is named of the catalog in `cwd`, as a person who says yes at a terminal: it is compiled once, not also to be trusted. */
async function tested(cwd: string, ...argv: string[]): Promise<Tested[]> {
  const env = { PATH: process.env.PATH ?? '' };
  const { screen } = await capAtTerminal(['catalog', 'test', '--json', ...argv], { answers: ['test'], cwd, env });
  const answer = screen.split('\n').find((line) => line.startsWith('{'));
  if (answer === undefined) throw new Error(screen);
  return (JSON.parse(answer) as { examples?: Tested[] }).examples ?? [];
}

function notesWith(fixtures: { readonly [id: string]: string }): string {
  const cwd = emptyDirectory();
  cpSync(join(import.meta.dirname, 'authoring-catalog'), join(cwd, 'catalog'), { recursive: true });
  mkdirSync(join(cwd, 'catalog/_fixtures'));
  for (const [id, text] of Object.entries(fixtures)) writeFileSync(join(cwd, 'catalog/_fixtures', `${id}.yaml`), text);
  return cwd;
}

const said = (examples: readonly Tested[]) => examples.map(({ outcome, message }) => `${outcome} ${message}`);

test('a fixture puts files there and runs commands, so that a local write is run', async () => {
  const cwd = notesWith({
    notes: 'steps:\n  - files: {first.txt: one}\n',
    'notes.touch': 'steps:\n  - run: [cp, first.txt, other.txt]\n',
  });
  expect(said(await tested(cwd, 'notes.touch'))).toEqual(['passed ', 'passed ']);
});

test('what a fixture needs and is not here is said; what breaks in it is a failure', async () => {
  const lacking = notesWith({ notes: 'steps:\n  - needs: [cap-no-such-program, --version]\n' });
  const [first] = said(await tested(lacking, 'notes.count'));
  expect(first).toMatch(/^not_run what it needs is not here: cap-no-such-program --version: .*ENOENT/);
  const broken = notesWith({ notes: 'steps:\n  - run: [cp, nothing, nowhere]\n' });
  const [second] = said(await tested(broken, 'notes.count'));
  expect(second).toMatch(/^failed its fixture cannot be set up: cp nothing nowhere: /);
});

test('a fixture of nobody is refused with its place', async () => {
  const cwd = notesWith({ 'notes.cuont': 'steps:\n  - files: {a: b}\n' });
  for (const command of ['test', 'lint']) {
    const answer = documentOf(await cap(['catalog', command], { cwd }));
    expect(answer).toMatchObject({ error: { path: '_fixtures/notes.cuont.yaml:1:1', did_you_mean: 'notes.count' } });
  }
});

/** Programs, daemons and places that a machine may lack, in the words in which it is said. */
const LACKING =
  /reaches out to the network|what it needs is not here|is not installed|cannot be planned here|there is nothing to run/;

test('the examples of the default catalog', { timeout: 900_000 }, async () => {
  const cwd = emptyDirectory();
  cpSync(join(ROOT, 'catalog'), join(cwd, 'catalog'), { recursive: true });
  const examples = await tested(cwd);
  const failed = examples.filter(({ outcome }) => outcome === 'failed');
  expect(failed).toEqual([]);
  const silent = examples.filter(({ outcome, message }) => outcome === 'not_run' && !LACKING.test(message));
  expect(silent).toEqual([]);
  const count = (outcome: string) => examples.filter((one) => one.outcome === outcome).length;
  expect(count('passed')).toBeGreaterThan(2 * count('not_run'));
});
