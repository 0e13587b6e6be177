import { describe, expect, it } from 'vitest';
import type { Capability } from '../../src/capability/capability.ts';
import { compileCatalog } from '../../src/compile/compile.ts';
import type { Find } from '../../src/compile/lint/self-retrieval.ts';
import { lintCatalog } from '../../src/compile/lint.ts';
import { ACTION, edit, KILL, RECIPE, SMALL, sources } from './small-catalog.ts';

const EVERYTHING = ['net.kill', 'net.who', 'net.occupied_guide'];

function findings(changed: Readonly<Record<string, string>>): string[] {
  const compiled = compileCatalog(sources({ ...SMALL, ...changed }));
  if (Array.isArray(compiled)) throw new Error(JSON.stringify(compiled));
  return lintCatalog(compiled.capabilities as Capability[]).map(({ id, rule, message }) => `${id} ${rule}: ${message}`);
}

const CASES: readonly [what: string, file: string, from: string, to: string, report: readonly string[]][] = [
  ['one language', 'who', '  en: Show who holds a port\n', '', ['net.who languages: title has no en']],
  [
    'a language in the place of the other',
    'who',
    'zh: 端口被占用',
    'zh: The port is taken',
    ['net.who languages: when_to_use[0].zh has no Chinese character'],
  ],
  [
    'a summary that says nothing',
    'who',
    'en: Returns the process that holds this port.',
    'en: The process.',
    ['net.who length: summary.en has only 12 characters, not at least 25'],
  ],
  [
    'a placeholder',
    'who',
    'en: A port is taken',
    'en: TODO',
    ['net.who placeholder: when_to_use[0].en looks unfinished: "TODO" is taken for a placeholder'],
  ],
  [
    'an executable that is not named',
    'who',
    'name: ss,',
    'name: lsof,',
    ['net.who executables: requires.executables does not name ss'],
  ],
  [
    'one example',
    'who',
    '  - arguments: {port: 443, name: x}\n',
    '',
    ['net.who examples: 1 example, at least 2 are wanted'],
  ],
  [
    'the same example twice',
    'who',
    '{port: 443, name: x}',
    '{port: 80}',
    ['net.who examples: two examples have the same arguments'],
  ],
  [
    'a property without Chinese',
    'who',
    '      x-description-zh: 端口号。\n',
    '',
    ['net.who schema_descriptions: arguments_schema.port has no x-description-zh'],
  ],
  [
    'a term twice',
    'who',
    'entities: [port, process]',
    'entities: [port, port]',
    ['net.who tags: the term port stands twice'],
  ],
  ['no alias in Chinese', 'who', '  zh: [谁占用端口]\n', '', ['net.who aliases: no zh alias']],
  [
    'a write without a verifier',
    'kill',
    'verifies: [net.who]\n',
    '',
    ['net.kill verifies: verifies names nothing, although it changes something'],
  ],
  [
    'a way that leads one way',
    'kill',
    '    instead: net.who\n',
    '',
    ['net.kill siblings: when_not_to_use does not name net.who, which names this one'],
  ],
  [
    'nearly the same text',
    'kill',
    'en: Makes the program behind a port exit at once.',
    'en: Returns the process that holds that port.',
    ['net.who near_duplicate: summary.en is nearly that of net.kill: "Returns the process that holds that port."'],
  ],
];

describe('lint', () => {
  it('has nothing to say of the small catalog', () => {
    expect(findings({})).toEqual([]);
  });

  const texts: Record<string, string> = { who: ACTION, kill: KILL, guide: RECIPE };
  for (const [what, file, from, to, report] of CASES) {
    it(what, () => {
      expect(findings({ [`net/${file}.yaml`]: edit(texts[file] as string, from, to) })).toEqual(report);
    });
  }
});

describe('a mark such as TODO', () => {
  const unfinished = (text: string) =>
    findings({ 'net/who.yaml': edit(ACTION, 'en: A port is taken', `en: "${text}"`) }).some((one) =>
      one.includes(' placeholder: '),
    );

  it.each(['Find TODO comments', 'TODO comments of a file', 'Lists each FIXME of it'])('is a word in %j', (text) =>
    expect(unfinished(text)).toBe(false),
  );

  it.each(['todo: write it', 'TODO', 'Count lines TODO', 'Lorem ipsum of it'])('stands for a text in %j', (text) =>
    expect(unfinished(text)).toBe(true),
  );
});

describe('twins', () => {
  const compiled = compileCatalog(sources(SMALL));
  if (Array.isArray(compiled)) throw new Error(JSON.stringify(compiled));
  const who = compiled.capabilities.find(({ id }) => id === 'net.who') as Capability;
  const about = (other: Capability) =>
    lintCatalog([...compiled.capabilities, other]).filter(({ rule }) => rule === 'twins');

  it('are two names of one operation', () => {
    expect(about({ ...who, id: 'net.zoom' })).toMatchObject([
      { id: 'net.zoom', message: expect.stringMatching('net.who') },
    ]);
  });

  it('are not where one of them must be given what the other may do without', () => {
    const { required: _, ...open } = who.argumentsSchema as Record<string, never>;
    expect(about({ ...who, id: 'net.zoom', argumentsSchema: open })).toEqual([]);
  });
});

describe('self-retrieval', () => {
  const compiled = compileCatalog(sources(SMALL));
  if (Array.isArray(compiled)) throw new Error(JSON.stringify(compiled));
  const about = (find: Find) => lintCatalog(compiled.capabilities, find).map(({ id, message }) => `${id} ${message}`);

  it('names each line that leads elsewhere, and what comes instead', () => {
    const found = about((text) => (text === 'A port is taken' ? ['net.kill', 'net.occupied_guide'] : EVERYTHING));
    expect(found).toEqual([
      'net.who the when_to_use line "A port is taken" finds net.kill, net.occupied_guide instead',
    ]);
  });

  it('counts the first three only, and asks for nothing that packs say', () => {
    const asked: string[] = [];
    const found = about((text) => {
      asked.push(text);
      return text === '谁占用端口' ? ['a', 'b', 'c', 'net.who'] : EVERYTHING;
    });
    expect(found).toEqual(['net.who the alias line "谁占用端口" finds a, b, c instead']);
    expect(asked).not.toContain('网络有问题');
    expect(about(() => []).at(0)).toBe('net.kill the alias line "释放端口" finds nothing');
  });
});
