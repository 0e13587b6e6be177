/** Compiling sources that come to capabilities which are there before, as a catalog of one's own to the built-in one. */
import { describe, expect, it } from 'vitest';
import type { Capability } from '../../src/capability/capability.ts';
import { type Compiled, compileCatalog, readCatalog } from '../../src/compile/compile.ts';
import { formatDiagnostic } from '../../src/compile/diagnostic.ts';
import type { Resolved as ResolvedSources } from '../../src/compile/resolve.ts';
import { again } from './again.ts';
import { ACTION, KILL, PACK, RECIPE, SMALL, sources, VOCABULARY } from './small-catalog.ts';

const SCRIPT = `${ACTION.slice(0, ACTION.indexOf('handler:\n'))}handler:
  kind: script
  interpreter: python3
  file: who.py
  argv: ["--", {arg: port}, {arg: name}]
  output: {format: text}
`;

it('the way back to a manifest: it makes the capability that it was made of, with its script', () => {
  const { capabilities } = readCatalog(
    sources({ ...SMALL, 'net/who.yaml': SCRIPT, 'net/who.py': 'print(1)\n' }),
  ) as ResolvedSources;
  expect(capabilities.map(again)).toEqual(capabilities);
});

const before = (readCatalog(sources(SMALL)) as ResolvedSources).capabilities;
const own = (files: Readonly<Record<string, string>>) =>
  compileCatalog(sources({ 'lexicon/vocabulary.yaml': VOCABULARY, ...files }), { before });
const said = (files: Readonly<Record<string, string>>) => {
  const compiled = own(files);
  return Array.isArray(compiled) ? compiled.map(formatDiagnostic) : [];
};

const TEAM = PACK.replace('id: net', 'id: team');
const GUIDE = RECIPE.replace('net.occupied_guide', 'team.guide')
  .replace('端口占用处理', '团队的做法')
  .replace('port conflict steps', 'how the team does it');

describe('what comes to it', () => {
  it('refers to what is there, and both are in one snapshot that says what it was made of', () => {
    const both = own({ 'team/_pack.yaml': TEAM, 'team/guide.yaml': GUIDE }) as Compiled;
    const ids = both.capabilities.map(({ id }) => id);
    expect(ids).toEqual([...before.map(({ id }) => id), 'team', 'team.guide']);
    expect(both.capabilities.filter(({ id }) => id.startsWith('net'))).toEqual(before);
    const less = before.filter(({ id }) => id !== 'net.occupied_guide') as Capability[];
    const files = sources({ 'lexicon/vocabulary.yaml': VOCABULARY, 'team/_pack.yaml': TEAM, 'team/guide.yaml': GUIDE });
    expect((compileCatalog(files, { before: less }) as Compiled).sourceHash).not.toBe(both.sourceHash);
    expect((own({ 'team/guide.yaml': GUIDE, 'team/_pack.yaml': TEAM }) as Compiled).sourceHash).toBe(both.sourceHash);
  });

  it('may stand in a pack that is there', () => {
    expect(said({ 'net/mine.yaml': GUIDE.replace('team.guide', 'net.mine') })).toEqual([]);
  });

  it.each([
    ['an id', { 'net/kill.yaml': KILL }, 'net/kill.yaml:2:5: net.kill is there already and is not replaced'],
    [
      'an id in another spelling',
      {
        'net/occupied/_pack.yaml': PACK.replace('id: net', 'id: net.occupied'),
        'a.yaml': GUIDE.replace('team.guide', 'net.occupied.guide'),
      },
      'net.occupied.guide cannot be told from net.occupied_guide (there before)',
    ],
    [
      'an alias',
      { 'team/_pack.yaml': TEAM, 'team/guide.yaml': GUIDE.replace('how the team does it', 'who uses this port') },
      'the alias "who uses this port" already belongs to net.who (there before)',
    ],
  ])('takes nothing from it: %s', (_what, files, words) => {
    expect(said(files).join('\n')).toContain(words);
  });
});
