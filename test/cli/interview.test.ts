/** `cap catalog new` at a terminal: what is wrong is said when it is said, and nothing that was said is ever lost. */
import { beforeAll, describe, expect, test } from 'vitest';
import { author } from './author.ts';

const NEW = ['catalog', 'new', 'notes.count'];

/** The questions of an action, each with an answer that holds. */
const ANSWERS = [
  ['Title', '数备忘的行 | Count the lines of notes'],
  ['What comes back', '数出备忘文件里有多少行字 | Counts how many lines a file of notes has'],
  ['What people say', '备忘有多少行 | how many notes are there'],
  ['right', '想知道记了多少 | You want to know how much there is'],
  ['wrong', '想看备忘的内容 | You want to read the notes'],
  ['What it changes', 'R'],
  ['The command', 'wc --lines -- {file}'],
  ['Is {file}', ''],
  ['{file}, Chinese', '哪个文件 | Which file'],
  ['One example', 'notes.txt'],
  ['Another example', 'file=old notes.txt'],
] as const;
const RIGHT: readonly string[] = ANSWERS.map(([, answer]) => answer);
const MADE = 'catalog/notes/count.yaml';

/** What comes of them. */
let made: string | undefined;
beforeAll(async () => {
  const person = author();
  expect((await person.types(NEW, ...RIGHT)).exit).toBe(0);
  made = person.files.get(MADE);
});

/** Answers that do not hold, each to its question, and what is said of it. */
const WRONG: readonly (readonly [question: string, answer: string, complaint: string])[] = [
  ['Title', '', 'This needs an answer'],
  ['Title', 'Count', 'is not one Chinese and one English text'],
  ['Title', 'Count | 数行', 'title.zh has no Chinese character'],
  ['Title', `数${'很'.repeat(80)}多 | Count`, 'title.zh is longer than 80 characters'],
  ['What comes back', '短 | short', 'summary.zh has only 1 character, not at least 10'],
  ['What people say', '... | how many', 'has no letter and no digit'],
  ['What people say', '备忘 | notes', 'he alias "notes" is the id of notes'],
  ['right', 'TODO: 写 | write', '"TODO:" is taken for a placeholder'],
  ['wrong', '看 | To read | notes.raed', 'No capability notes.raed in the catalog'],
  ['wrong', '看 | To read | text.echo', 'it is built in, and --with-builtin takes these along'],
  ['What it changes', 'nothing', 'one of R, W-local, W-shared, I'],
  ['The command', '/bin/wc {file}', 'is not a bare executable name'],
  ['The command', 'wc {file}.txt {file}', 'has to be the end of its word'],
  ['Is {file}', 'folder', 'none of the types path, text, integer, number'],
  ['{file}, Chinese', 'Which file', 'is not one Chinese and one English text'],
  ['Another example', 'notes.txt', 'Two examples have the same arguments'],
];

describe('an answer that does not hold is asked for again, with what is wrong with it', () => {
  test('each kind of it, and then it is as if only the right ones had been given', async () => {
    const person = author();
    const turns = ANSWERS.flatMap(([question, right]) => [
      ...WRONG.filter(([words]) => words === question).map(([, answer, complaint]) => ({
        question,
        answer,
        complaint,
      })),
      { question, answer: right, complaint: undefined },
    ]);
    expect(turns).toHaveLength(WRONG.length + ANSWERS.length);
    const { exit, asked } = await person.types(NEW, ...turns.map(({ answer }) => answer));
    turns.forEach(({ question, complaint }, at) => {
      expect(asked[at]).toContain(question);
      if (complaint !== undefined) expect(asked[at + 1]).toContain(complaint);
    });
    expect(exit).toBe(0);
    expect(person.files.get(MADE)).toBe(made);
  });

  test('where no argument can make a command right, the command is asked for again', async () => {
    const person = author();
    const { asked } = await person.types(NEW, ...RIGHT.slice(0, 6), 'wc {file}', 'text', ...RIGHT.slice(6));
    expect(asked[8]).toContain('would be read as an option');
    expect(asked[8]).toContain('The command');
    expect(person.files.get(MADE)).toBe(made);
  });

  test('what the flags said is judged as well', async () => {
    const person = author();
    const { asked } = await person.types([...NEW, '--title', 'Count'], ...RIGHT);
    expect(asked[0]).toContain('"Count" is not one');
    expect(person.files.get(MADE)).toBe(made);
  });

  test('what a change touches, and what tells whether it worked, is asked of a change alone', async () => {
    const person = author();
    const change = [...RIGHT.slice(0, 5), 'W-local', 'rm -- {file}', '{file}', 'notes.look', 'notes.look'];
    const { asked } = await person.types(NEW, ...change);
    expect(asked.slice(7, 9).map((one) => one.split(',')[0])).toEqual([
      'What it touches',
      expect.stringContaining('id'),
    ]);
    expect(asked[9]).toContain('No capability notes.look in the catalog');
  });

  test('tags are asked for where the texts name none', async () => {
    const person = author();
    const { exit, asked } = await person.types(
      [
        'catalog',
        'new',
        'notes.more',
        '--type',
        'pack',
        '--title',
        '更多 | More',
        '--summary',
        '还有很多别的东西在这里面 | Many other things are in here',
      ],
      '找别的 | You want another thing',
      '不找 | You want nothing',
      'fil',
      'file',
    );
    expect(asked[2]).toContain('What it is about');
    expect(asked[3]).toContain('Did you mean file?');
    expect(exit).toBe(0);
  });
});

describe('nothing is lost', () => {
  // In front of a text, of a command, within an argument and within an example.
  test.each([1, 6, 8, 10])('left at question %i, the next command goes on from there', async (at) => {
    const person = author();
    const left = await person.types(NEW, ...RIGHT.slice(0, at));
    expect(left.exit).toBe(130);
    expect(person.files.has(MADE)).toBe(false);
    const [, next = ''] = /^ *next: cap (.+)$/m.exec(left.err) ?? [];
    const words = [...next.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    // The type and the texts of one argument go together.
    const rest = RIGHT.slice(at === 8 ? 7 : at === 10 ? 9 : at);
    const { exit, asked } = await person.types(words, ...rest);
    expect(asked.length).toBe(rest.length);
    expect(exit).toBe(0);
    expect(person.files.get(MADE)).toBe(made);
  });

  test('what only the whole catalog shows to be wrong leads back to its question', async () => {
    const person = author();
    await person.types(NEW, ...RIGHT);
    const same = RIGHT.with(2, '备忘几行 | number of notes');
    const titled = await person.types(['catalog', 'new', 'notes.tally'], ...same, '另一个标题 | Another title', '');
    expect(titled.asked[RIGHT.length]).toContain('title.zh is nearly that of notes.count');
    expect(titled.asked[RIGHT.length]).toContain('Title');
    expect(titled.asked[RIGHT.length + 1]).toContain('What comes back');
    expect(titled.err).toContain("--title '另一个标题 | Another title'");
  });

  test('a catalog with errors, or an id that is none, is said before anything is asked', async () => {
    const broken = await author({ 'catalog/notes/bad.yaml': 'id: notes.bad\n' }).types(NEW, ...RIGHT);
    expect(broken).toMatchObject({ exit: 2, asked: [] });
    expect(broken.err).toContain('catalog/notes/bad.yaml'.slice('catalog/'.length));
    const capital = await author().types(['catalog', 'new', 'notes.Count'], ...RIGHT);
    expect(capital).toMatchObject({ exit: 2, asked: [] });
    expect(capital.err).toContain('is not an id');
  });
});

describe('by flags alone', () => {
  const flags = (more: readonly string[], intent = 'query') => [
    ...['catalog', 'new', 'notes.mark', '--title', '标记 | Mark', '--alias', '做个标记 | put a mark', '--json'],
    ...['--summary', '在里面写上一个小小的标记符号 | Puts a small mark into what is there'],
    ...['--when', '要做标记 | You want a mark', '--not', '不要标记 | You want none', ...more],
    ...['--side-effect', 'W-local', '--intent', intent, '--', 'touch', 'mark'],
  ];
  const refused = async (argv: readonly string[]) => {
    const { out, err } = await author().says(argv);
    return { ...(JSON.parse(out) as { error: { message: string; expected?: string; example?: string } }).error, err };
  };

  test('a term that is needed is one that can be seen', async () => {
    const { message, expected, example } = await refused(flags([]));
    expect(message).toContain('--entity is needed');
    expect(expected).toBe('one of file, note');
    expect(example).toBe('--entity file');
  });

  test('each complaint names the flag that mends it, and no file that is not there', async () => {
    const { message, err } = await refused(flags(['--entity', 'note']));
    expect(message).toContain('The lint has 2 findings');
    expect(err).toMatch(/verifies names nothing.*\(--verify ID: .*is made first\)/);
    expect(err).toMatch(/affected_resources is empty.*\(--affects PLACE\)/);
    const unknown = await refused(flags(['--entity', 'note'], 'qurey'));
    expect(unknown).toMatchObject({ path: '--intent', did_you_mean: 'query' });
    expect(unknown.err).toMatch(/^--intent: /m);
    expect(unknown.err).not.toContain('mark.yaml');
  });
});
