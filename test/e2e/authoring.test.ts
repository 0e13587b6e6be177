/** `cap catalog new` and `cap catalog test` as an author uses them: with flags, and answering at a terminal. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../scripts/build/root.ts';
import { trustSnapshot } from '../../scripts/build/trusting.ts';
import { cap, documentOf, emptyDirectory } from './executable.ts';
import { capAtTerminal } from './pty.ts';

const PACK = [
  ...[
    '--title',
    '备忘 | Notes',
    '--summary',
    '我们记在文件里的备忘 | Notes that we keep in a file',
    '--entity',
    'file',
  ],
  ...['--when', '要找备忘 | You look for a note', '--not', '要写正式文档 | You write a real document'],
];
const ACTION = [
  ...['--title', '数备忘的行 | Count the lines of notes', '--entity', 'file', '--intent', 'count'],
  ...['--summary', '数出备忘文件里有多少行字 | Counts how many lines a file of notes has'],
  ...[
    '--alias',
    '备忘有多少行 | how many notes are there',
    '--when',
    '想知道记了多少 | You want to know how much there is',
  ],
  ...['--not', '想看备忘的内容 | You want to read the notes', '--argument', 'file:path = 哪个文件 | Which file'],
  ...['--example', 'file=notes.txt', '--example', '{"file": "old notes.txt"}'],
];
const COMMAND = ['--', 'wc', '--lines', '--', '{file}'];

async function withPack(): Promise<string> {
  const cwd = emptyDirectory();
  expect((await cap(['catalog', 'new', 'notes', ...PACK], { cwd })).status).toBe(0);
  return cwd;
}

describe('cap catalog new', () => {
  test('writes what passes the lint, with the schema beside it for an editor, and never a second time', async () => {
    const cwd = await withPack();
    const made = await cap(['catalog', 'new', 'notes.count', '--side-effect', 'R', ...ACTION, ...COMMAND], { cwd });
    expect(documentOf(made)).toMatchObject({ command: 'new', capabilities: 2, written: ['catalog/notes/count.yaml'] });
    const text = readFileSync(join(cwd, 'catalog/notes/count.yaml'), 'utf8');
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
    const published = readFileSync(join(ROOT, 'schemas/capability-manifest.v1.json'), 'utf8');
    expect(readFileSync(join(cwd, 'catalog/notes', schema), 'utf8')).toBe(published);
    expect(documentOf(await cap(['catalog', 'lint'], { cwd }))).toMatchObject({ capabilities: 2, findings: [] });
    const again = await cap(['catalog', 'new', 'notes.count', '--side-effect', 'I', ...ACTION, ...COMMAND], { cwd });
    expect(again.status).toBe(2);
    expect(documentOf(again)).toMatchObject({ error: { message: expect.stringContaining('not touched') } });
    expect(readFileSync(join(cwd, 'catalog/notes/count.yaml'), 'utf8')).toBe(text);
  });

  test('beside the published schemas it points there', async () => {
    const cwd = emptyDirectory();
    for (const made of ['catalog', 'schemas']) mkdirSync(join(cwd, made));
    writeFileSync(join(cwd, 'schemas/capability-manifest.v1.json'), '{}');
    await cap(['catalog', 'new', 'notes', ...PACK], { cwd });
    expect(readFileSync(join(cwd, 'catalog/notes/_pack.yaml'), 'utf8')).toContain('=../../schemas/capability-');
    expect(existsSync(join(cwd, 'catalog/capability-manifest.v1.json'))).toBe(false);
  });

  test.each([
    ['nothing but the id', [], 'also --title, --summary, --when, --not, --alias, --side-effect'],
    [
      'a text in one language',
      ['--side-effect', 'R', ...ACTION.with(ACTION.indexOf('--title') + 1, 'Count'), ...COMMAND],
      '--title: \\"Count\\"',
    ],
    ['an argument that nothing uses', ['--side-effect', 'R', ...ACTION, '--', 'wc', '-l'], 'does not use {file}'],
    ['an argument that nobody describes', ['--side-effect', 'R', ...ACTION, ...COMMAND, '{x}'], '{x} in the command'],
    ['an unknown term', ['--side-effect', 'R', ...ACTION, '--entity', 'fil', ...COMMAND], '"did_you_mean":"file"'],
    ['one example', ['--side-effect', 'R', ...ACTION.slice(0, -2), ...COMMAND], '1 example, at least 2 are wanted'],
    ['a change that nothing verifies', ['--side-effect', 'W-local', ...ACTION, ...COMMAND], 'verifies names nothing'],
    ['a bare text in front of --', ['--side-effect', 'R', ...ACTION, '--', 'wc', '{file}', '--'], ''],
  ])('%s', async (_what, argv, words) => {
    const cwd = await withPack();
    const given = await cap(['catalog', 'new', 'notes.count', ...argv], { cwd });
    expect(`${given.stdout}`).toContain(words);
    expect(existsSync(join(cwd, 'catalog/notes/count.yaml'))).toBe(words === '');
    expect(given.status).toBe(words === '' ? 0 : 2);
  });

  test('a pack that is not there comes first; an id cannot leave the catalog', async () => {
    const cwd = emptyDirectory();
    const orphan = await cap(['catalog', 'new', 'notes.count', '--side-effect', 'R', ...ACTION, ...COMMAND], { cwd });
    expect(documentOf(orphan)).toMatchObject({ error: { example: expect.stringContaining('cap catalog new notes') } });
    for (const id of ['../evil', '/tmp/evil', 'Evil', 'a..b']) {
      expect((await cap(['catalog', 'new', id, '--type', 'pack', ...PACK], { cwd })).status).toBe(2);
    }
    expect(existsSync(join(cwd, 'catalog'))).toBe(false);
  });

  test('asks at a terminal for what the flags left open', async () => {
    const cwd = await withPack();
    const answers = [
      '数备忘的行 | Count the lines of notes',
      '数出备忘文件里有多少行字 | Counts how many lines a file of notes has',
      '备忘有多少行 | how many notes are there',
      '想知道记了多少 | You want to know how much there is',
      '想看备忘的内容 | You want to read the notes',
      'R',
      'wc --lines -- {file}',
      '',
      '哪个文件 | Which file',
      'notes.txt',
      'old notes.txt',
    ];
    const screen = await typed(['catalog', 'new', 'notes.count', '--no-color'], answers, cwd);
    expect(screen).toContain('{file}, Chinese | English');
    expect(screen).toContain('written: catalog/notes/count.yaml');
    expect(documentOf(await cap(['catalog', 'lint'], { cwd }))).toMatchObject({ capabilities: 2, findings: [] });
  });
});

const RECIPE = [
  ...['--type', 'recipe', '--title', '备忘写满了怎么办 | What to do when the notes are full', '--entity', 'file'],
  ...['--summary', '一步一步整理写满的备忘文件 | Cleans up a full file of notes step by step', '--intent', 'clean'],
  ...['--alias', '备忘太长了 | my notes are too long', '--when', '备忘读不过来了 | There are too many notes to read'],
  ...['--not', '只想知道有多少 | You only want to know how many', '--stop', '备忘还要用 | The notes are still needed'],
];
const STEPS = ['先数一数：{cap:notes.count} | Count them: {cap:notes.count}', '删掉旧的 | Delete the old ones'];

describe('cap catalog new, a recipe', () => {
  const counting = async () => {
    const cwd = await withPack();
    await cap(['catalog', 'new', 'notes.count', '--side-effect', 'R', ...ACTION, ...COMMAND], { cwd });
    return cwd;
  };

  test('has a body with its steps, how to tell and when to stop, and passes the lint', async () => {
    const cwd = await counting();
    const steps = STEPS.flatMap((step) => ['--step', step]);
    const missing = await cap(['catalog', 'new', 'notes.full_guide', ...RECIPE, ...steps], { cwd });
    expect(documentOf(missing)).toMatchObject({ error: { expected: expect.stringContaining('also --done;') } });
    const done = ['--done', '读得过来了 | You can read them'];
    const made = await cap(['catalog', 'new', 'notes.full_guide', ...RECIPE, ...steps, ...done], { cwd });
    expect(documentOf(made)).toMatchObject({ written: ['catalog/notes/full_guide.yaml'] });
    const { body } = parse(readFileSync(join(cwd, 'catalog/notes/full_guide.yaml'), 'utf8'));
    expect(body.en).toContain('## 1. Step\nCount them: {cap:notes.count}\n\n## 2. Step\nDelete the old ones\n');
    expect(body.zh).toMatch(/## 怎样算成功\n读得过来了\n\n## 何时停下\n备忘还要用\n$/);
    expect(documentOf(await cap(['catalog', 'lint'], { cwd }))).toMatchObject({ capabilities: 3, findings: [] });
  });

  test('refers to what is there, by the line', async () => {
    const cwd = await counting();
    const step = ['--step', '先看 {cap:notes.cont} | Look at {cap:notes.cont}', '--done', '好了 | It is done'];
    const given = await cap(['catalog', 'new', 'notes.full_guide', ...RECIPE, ...step], { cwd });
    expect(documentOf(given)).toMatchObject({ error: { did_you_mean: 'notes.count' } });
  });

  test('asks at a terminal for one step after the other', async () => {
    const cwd = await counting();
    const answers = ['读得过来了 | You can read them', ...STEPS, ''];
    const screen = await typed(['catalog', 'new', 'notes.full_guide', '--no-color', ...RECIPE], answers, cwd);
    expect(screen).toContain('Step 3, Chinese | English');
    expect(screen).toContain('written: catalog/notes/full_guide.yaml');
  });
});

/** Types one line for each question, when it is asked. */
const typed = async (argv: readonly string[], answers: readonly string[], cwd: string) =>
  (await capAtTerminal(argv, { answers, cwd })).screen;

describe('cap catalog test', () => {
  const cwd = emptyDirectory();
  cpSync(join(import.meta.dirname, 'authoring-catalog'), join(cwd, 'catalog'), { recursive: true });
  const home = emptyDirectory();
  beforeAll(async () => {
    await cap(['catalog', 'build', 'catalog', '-o', 'notes.snapshot'], { cwd });
    trustSnapshot(join(cwd, 'notes.snapshot'), home);
  });
  const outcomes = async (argv: readonly string[], env: Record<string, string> = { XDG_CONFIG_HOME: home }) => {
    const given = await cap(['catalog', 'test', ...argv], { cwd, env });
    const { examples } = documentOf(given) as unknown as { examples: { outcome: string; message: string }[] };
    return { status: given.status, said: examples.map(({ outcome, message }) => `${outcome} ${message}`) };
  };

  test('runs what reads, with its files, and holds the result to its schema', async () => {
    expect(await outcomes(['notes.count'])).toEqual({ status: 0, said: ['passed ', 'passed '] });
    const { status, said } = await outcomes(['notes.wrong']);
    expect(status).toBe(2);
    expect(said[0]).toContain('failed the result is not what output_schema says');
    expect(said[1]).toContain('failed It ended with exit code 1');
  });

  test('changes only files of its own, and says what it leaves alone', async () => {
    expect((await outcomes(['notes.touch'])).said).toEqual([
      'passed ',
      'passed as a dry run: it changes something, and neither example nor fixture declares files of its own',
    ]);
    expect((await outcomes(['notes.drop'])).said).toEqual([
      'passed as a dry run: it changes more than files of its own (I)',
    ]);
    expect((await outcomes(['notes.fetch'])).said[0]).toContain(
      'it reaches out to the network, which --network allows',
    );
    expect((await outcomes(['notes.fetch', '--network'])).said).toEqual(['passed ']);
    expect(existsSync(join(cwd, 'made.txt'))).toBe(false);
  });

  test('starts nothing for a catalog that nobody trusts, until a person at the terminal says so', async () => {
    const piped = await cap(['catalog', 'test', 'notes.count'], { cwd });
    expect(piped.status).toBe(10);
    expect(documentOf(piped)).toMatchObject({
      error: {
        reason: 'confirmation_required',
        message: expect.stringContaining('No example was run'),
        example: 'cap catalog build catalog -o FILE && cap trust FILE',
      },
    });
    const screen = await typed(['catalog', 'test', 'notes.count', '--no-color'], ['test'], cwd);
    expect(screen).toContain('2 passed, 0 failed, 0 not run');
    const refused = await capAtTerminal(['catalog', 'test', 'notes.count', '--no-color'], { answers: ['no'], cwd });
    expect(refused.status).toBe(4);
    expect(refused.screen).toContain('No example was run: something else was typed.');
  });

  test('takes a pack, a directory, or ./catalog; an unknown id is refused by name', async () => {
    const all = (await outcomes([])).said.length;
    expect((await outcomes(['notes'])).said).toHaveLength(all);
    expect((await outcomes(['catalog'])).said).toHaveLength(all);
    const unknown = await cap(['catalog', 'test', 'notes.cout'], { cwd });
    expect(unknown.status).toBe(3);
    expect(documentOf(unknown)).toMatchObject({ error: { did_you_mean: 'notes.count' } });
  });
});
