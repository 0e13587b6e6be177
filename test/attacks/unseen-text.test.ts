/**
 * Characters that nobody sees or that turn the line, from a caller, a child, a catalog or a file's name: on a terminal and
 * in a message they are named, in JSON they are escaped, and as data they stay what they are.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileCapabilities } from '../../src/compile/compile.ts';
import { ask, cap, documentOf, emptyDirectory, probes } from '../e2e/executable.ts';
import { capAtTerminal } from '../e2e/pty.ts';
import { capabilityOf } from '../snapshot/catalog.ts';

/** A space of no width, a joiner where nothing is joined, a mark of tags, a turn of the line, a selector of variants. */
const UNSEEN = 'x\u200b\u200dy\u{e0041}z\u202ew\u{e0101}';
const ANY_UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/u;

let snapshot = '';
let foreign = '';
beforeAll(async () => {
  snapshot = await probes();
  foreign = join(emptyDirectory(), 'foreign.snapshot');
  const one = capabilityOf('foreign.one', `标题${UNSEEN}`, `Title ${UNSEEN}`, { pack: '' });
  writeFileSync(foreign, compileCapabilities([one]).snapshot);
});

const CALLS: readonly (readonly string[])[] = [
  [UNSEEN],
  ['search', 'port', '--limit', UNSEEN],
  ['search', UNSEEN],
  ['search', 'x\u200by zzqq'],
  ['inspect', UNSEEN],
  ['list', UNSEEN],
  ['doors', UNSEEN],
  ['run', UNSEEN],
  ['run', 'probe.count', '--to', UNSEEN],
  ['run', 'probe.touch', '--path', UNSEEN],
  ['run', 'probe.say', '--text', UNSEEN],
  ['result', UNSEEN],
  ['recover', UNSEEN, '--as', 'committed'],
  ['audit', 'show', UNSEEN],
  ['audit', 'list', '--limit', UNSEEN],
  ['audit', 'export', '-o', `/proc/${UNSEEN}`],
  ['policy', 'check', UNSEEN],
  ['policy', 'explain', UNSEEN],
  ['catalog', 'build', UNSEEN, '-o', 'x'],
  ['catalog', 'lint', UNSEEN],
  ['trust', UNSEEN],
  ['approve', UNSEEN],
  ['eval', UNSEEN],
  ['replay', UNSEEN],
  ['list', '--snapshot', UNSEEN],
];

describe.each(CALLS.map((argv) => ({ words: argv.map((word) => JSON.stringify(word)).join(' '), argv })))(
  'cap $words',
  ({ argv }) => {
    const whole = () => (argv[0] === 'run' ? [...argv, '--snapshot', snapshot] : [...argv]);

    test('on a terminal', async () => {
      const { screen } = await capAtTerminal(whole());
      expect(screen.length).toBeGreaterThan(0);
      expect(screen).not.toMatch(ANY_UNSEEN);
    });

    test('as JSON', async () => {
      const given = await cap([...whole(), '--json']);
      expect(given.stdout.toString()).not.toMatch(ANY_UNSEEN);
      expect(given.stderr).not.toMatch(ANY_UNSEEN);
      const { error } = documentOf(given) as unknown as { error?: { message: string; received?: string } };
      expect(`${error?.message}${error?.received}`).not.toMatch(ANY_UNSEEN);
    });
  },
);

test.each([[['inspect', 'foreign.one']], [['list']], [['search', 'title']], [['doors', 'foreign.one']]])(
  'of a foreign catalog: cap %s',
  async (argv) => {
    const { screen } = await capAtTerminal([...argv, '--snapshot', foreign]);
    expect(screen).toContain('foreign');
    expect(screen).not.toMatch(ANY_UNSEEN);
  },
);

test('in the names of files: policies and manifests', async () => {
  const cwd = emptyDirectory(`cap ${UNSEEN} `);
  writeFileSync(join(cwd, '.cap-policy.yaml'), 'oops: [');
  mkdirSync(join(cwd, 'catalog'));
  writeFileSync(join(cwd, 'catalog', `${UNSEEN}.yaml`), 'id: [');
  for (const argv of [
    ['policy', 'check'],
    ['search', 'port'],
    ['catalog', 'lint', 'catalog'],
  ]) {
    const { screen } = await capAtTerminal(argv, { cwd });
    expect(screen, argv.join(' ')).not.toMatch(ANY_UNSEEN);
  }
});

test('the reason is the same whichever verb is asked', async () => {
  const reasons = new Set<string>();
  for (const verb of ['search', 'inspect', 'list', 'doors', 'run']) {
    const { error } = documentOf(await cap([verb, 'a\u202eb', '--json'])) as unknown as { error: { reason: string } };
    reasons.add(error.reason);
  }
  expect([...reasons]).toEqual(['forbidden_character']);
});

test('what a child said is data, whole, and a text of tags in it is shown', async () => {
  const request = { text: `a\u200bb${'\u{e0041}'}` };
  const ran = await cap(['run', 'probe.say', '--args-json', JSON.stringify(request), '--snapshot', snapshot]);
  const { evidence } = documentOf(ran) as unknown as { evidence: { stdout: { text: string } } };
  expect(evidence.stdout.text).toBe('a\u200bb⟨U+E0041⟩');
  expect(ran.stdout.toString()).not.toMatch(ANY_UNSEEN);
});

test('a query is found as it stands', async () => {
  const given = await ask('search', { version: 'tool-search.v1', query: 'x\u200by' });
  expect(documentOf(given)).toMatchObject({ query: 'x\u200by' });
});
