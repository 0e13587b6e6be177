import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VocabularyManifest } from '../../src/capability/vocabulary.ts';
import { compileCatalog } from '../../src/compile/compile.ts';
import { complaints } from './complaints.ts';
import { ACTION, edit, KILL, PACK, RECIPE, SMALL, sources } from './small-catalog.ts';

describe('rules across files', () => {
  it('reports an id twice at the later file', () => {
    expect(
      complaints({
        'net/zwei.yaml': edit(ACTION, 'en: [who uses this port]', 'en: [other]').replace('谁占用端口]', '另]'),
      }),
    ).toEqual(['net/zwei.yaml:2:5: net.who is already defined at net/who.yaml:2']);
  });

  it('reports ids that fold to one key', () => {
    const dotted = edit(edit(PACK, 'id: net', 'id: net.occupied'), '网络, en: Network', '占用, en: Taken');
    const twin = edit(RECIPE, 'id: net.occupied_guide', 'id: net.occupied.guide')
      .replace('端口占用处理', '别名')
      .replace('port conflict steps', 'other alias');
    expect(complaints({ 'net/occupied/_pack.yaml': dotted, 'net/occupied/guide.yaml': twin })).toEqual([
      'net/occupied_guide.yaml:1:5: net.occupied_guide cannot be told from net.occupied.guide (net/occupied/guide.yaml:1) when separators and case are folded',
    ]);
  });

  it('reports a pack without a manifest, a parent that is no pack, and an action outside of all packs', () => {
    const orphan = (id: string): string =>
      edit(
        edit(edit(RECIPE, 'id: net.occupied_guide', `id: ${id}`), 'zh: [端口占用处理]', `zh: ["${id} 一"]`),
        'en: [port conflict steps]',
        `en: ["${id} x"]`,
      );
    expect(
      complaints({ 'a.yaml': orphan('web.guide'), 'b.yaml': orphan('net.who.guide'), 'c.yaml': orphan('alone') }),
    ).toEqual([
      'a.yaml:1:5: the pack web has no manifest (expected a _pack.yaml with id web)',
      'b.yaml:1:5: net.who is not a pack (expected a _pack.yaml with id net.who)',
      'c.yaml:1:5: alone lies in no pack (expected a pack, a dot and a name)',
    ]);
  });

  it('finds a broken reference inside a body, at its very line', () => {
    const broken = edit(RECIPE, 'Then decide about {cap:net.kill}.', 'Then decide about {cap:net.kil}.');
    expect(complaints({ 'net/occupied_guide.yaml': broken })).toEqual([
      'net/occupied_guide.yaml:17:23: no capability net.kil in the catalog (received net.kil) Did you mean net.kill?',
    ]);
  });

  it('reports a template of an argument that does not exist, and a verifier that does not', () => {
    const wrong = edit(edit(KILL, '"port {port}"', '"port {prt}"'), 'verifies: [net.who]', 'verifies: [net.wo]');
    expect(complaints({ 'net/kill.yaml': edit(wrong, '{prt}', '{port}') })).toEqual([
      'net/kill.yaml:25:12: no capability net.wo in the catalog (received net.wo) Did you mean net.who?',
    ]);
    expect(complaints({ 'net/kill.yaml': wrong })).toEqual([
      'net/kill.yaml:26:28: affected_resources: no argument prt (received prt) Did you mean port?',
    ]);
  });

  it('reports a secret that would be shown to whoever is asked', () => {
    for (const mark of ['secret: true', 'format: password', 'allOf: [{x-secret: true}]']) {
      const wrong = KILL.replace(/( +)(type: integer\n)/, `$1${mark}\n$1$2`);
      expect(complaints({ 'net/kill.yaml': wrong })).toContain(
        'net/kill.yaml:26:28: affected_resources: port is secret, and these lines are shown to whoever is asked (received port)',
      );
    }
  });

  it('reports a built-in tool that does not exist, where the tools are known', () => {
    const handler = ACTION.slice(ACTION.indexOf('handler:'));
    const builtin = edit(ACTION, handler, 'handler: {kind: builtin, tool: port_holder}\n');
    expect(complaints({ 'net/who.yaml': builtin }, ['port_holders'])).toEqual([
      'net/who.yaml:50:32: no built-in tool port_holder (received port_holder) Did you mean port_holders?',
    ]);
    expect(complaints({ 'net/who.yaml': builtin })).toEqual([]);
  });

  it('reports every broken file at once, in the order of the places', () => {
    const report = complaints({
      'net/who.yaml': edit(edit(ACTION, 'risk_level: low', 'risk_level: none'), 'timeout_ms: 10000', 'timeout_ms: 1'),
      'net/kill.yaml': 'id: [',
      'net/_pack.yaml': '',
    });
    expect(report.map((line) => line.split(' ', 1)[0])).toEqual([
      'net/_pack.yaml:1:1:',
      'net/kill.yaml:1:6:',
      'net/who.yaml:25:13:',
      'net/who.yaml:28:13:',
    ]);
  });

  it('lets an alias spell its own id', () => {
    expect(complaints({ 'net/who.yaml': edit(ACTION, 'en: [who uses this port]', 'en: [net who]') })).toEqual([]);
  });

  it('asks for a vocabulary, and takes the one that is given', () => {
    const { 'lexicon/vocabulary.yaml': vocabulary = '', ...rest } = SMALL;
    const bare = compileCatalog(sources(rest));
    expect(Array.isArray(bare) && bare.map(({ reason }) => reason)).toEqual(['no_vocabulary']);
    const given = VocabularyManifest.parse(parse(vocabulary));
    expect(Array.isArray(compileCatalog(sources(rest), { vocabulary: given }))).toBe(false);
    const other = compileCatalog(sources(rest), { vocabulary: { ...given, domain: {} } });
    expect(Array.isArray(other) && other.map(({ reason }) => reason)).toContain('unknown_term');
  });
});
