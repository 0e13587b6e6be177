import { describe, expect, it } from 'vitest';
import { compileCatalog } from '../../src/compile/compile.ts';
import { formatDiagnostic } from '../../src/compile/diagnostic.ts';
import { ACTION, edit, KILL, PACK, RECIPE, SMALL, sources } from './small-catalog.ts';

/** What the compiler says of the small catalog with some files replaced, one line a finding. */
function complaints(changed: Readonly<Record<string, string>>, builtinTools?: string[]): string[] {
  const compiled = compileCatalog(
    sources({ ...SMALL, ...changed }),
    builtinTools === undefined ? {} : { builtinTools },
  );
  return Array.isArray(compiled) ? compiled.map(formatDiagnostic) : [];
}

const ALLOWED_KEYS =
  'id, version, title, summary, description, aliases, entities, qualifiers, symptoms, when_to_use, when_not_to_use, requires, ' +
  'required_context, type, intents, side_effect, risk_level, confirmation, idempotency, timeout_ms, network_policy, ' +
  'arguments_schema, output_schema, examples, produces, verifies, affected_resources, handler';

/** One change of net/who.yaml and the whole report that it earns. */
const CASES: readonly [what: string, from: string, to: string, report: readonly string[]][] = [
  [
    'a misspelt key',
    'risk_level: low',
    'risk_lvl: low',
    [
      'net/who.yaml:2:1: risk_level is missing (expected one of low, medium, high, critical)',
      `net/who.yaml:25:1: risk_lvl is not a field here (expected one of ${ALLOWED_KEYS}) Did you mean risk_level?`,
    ],
  ],
  [
    'no side effect',
    'side_effect: R\n',
    '',
    ['net/who.yaml:2:1: side_effect is missing (expected one of R, W-local, W-shared, I)'],
  ],
  ['no timeout', 'timeout_ms: 10000\n', '', ['net/who.yaml:2:1: timeout_ms is missing (expected number)']],
  [
    'no boundary',
    'when_not_to_use:\n  - zh: 要结束进程\n    en: You want to end the process\n    instead: net.kill\n',
    '',
    ['net/who.yaml:2:1: when_not_to_use is missing (expected a list)'],
  ],
  [
    'an empty list',
    'when_to_use:\n  - zh: 端口被占用\n    en: A port is taken',
    'when_to_use: []',
    ['net/who.yaml:17:14: when_to_use is out of range (expected at least 1 items, received 0 items)'],
  ],
  [
    'a value outside the enum',
    'risk_level: low',
    'risk_level: lo',
    [
      'net/who.yaml:25:13: risk_level is none of the allowed values (expected one of low, medium, high, critical, received "lo") Did you mean low?',
    ],
  ],
  [
    'a wrong type',
    'timeout_ms: 10000',
    'timeout_ms: "10000"',
    ['net/who.yaml:28:13: timeout_ms has the wrong type (expected number, received string "10000")'],
  ],
  [
    'a number below the range',
    'timeout_ms: 10000',
    'timeout_ms: 99',
    ['net/who.yaml:28:13: timeout_ms is out of range (expected at least 100, received 99)'],
  ],
  [
    'a value that was left out',
    'timeout_ms: 10000',
    'timeout_ms:',
    ['net/who.yaml:28:12: timeout_ms has the wrong type (expected number, received null)'],
  ],
  [
    'a write without confirmation',
    'side_effect: R',
    'side_effect: W-local',
    ['net/who.yaml:26:15: confirmation is none although side_effect is not R (received "none")'],
  ],
  [
    'a text in no language',
    'title:\n  zh: 查看谁占用端口\n  en: Show who holds a port',
    'title: {}',
    ['net/who.yaml:5:8: title needs zh or en'],
  ],
  [
    'a third language',
    '  en: Show who holds a port',
    '  en: Show who holds a port\n  fr: Qui',
    ['net/who.yaml:8:3: title.fr is not a field here (expected one of zh, en)'],
  ],
  [
    'a summary of two lines',
    '  zh: 返回占用这个端口的进程。',
    '  zh: "返回\\n进程"',
    ['net/who.yaml:9:7: summary.zh holds a control or bidirectional character (received "返回\\n进程")'],
  ],
  [
    'a bidirectional override',
    '  en: Show who holds a port',
    '  en: "Show \\u202ewho"',
    [`net/who.yaml:7:7: title.en holds a control or bidirectional character (received "Show \\u202ewho")`],
  ],
  [
    'a term that is nearly one',
    'entities: [port, process]',
    'entities: [port, proces]',
    [
      'net/who.yaml:15:18: entities: no such term in the layer domain of the vocabulary (received "proces") Did you mean process?',
    ],
  ],
  [
    'a term of another layer',
    'intents: [query]',
    'intents: [port]',
    ['net/who.yaml:14:11: intents: this term is of the layer domain, not action (received "port")'],
  ],
  [
    'an id in capitals',
    'id: net.who',
    'id: Net.Who',
    ['net/who.yaml:2:5: id is not an id: lower-case words joined by dots (received "Net.Who")'],
  ],
  [
    'a kind that does not exist',
    'type: action',
    'type: acton',
    [
      'net/who.yaml:3:7: type is none of the allowed values (expected one of action, recipe, pack, resource, prompt, received "acton") Did you mean action?',
    ],
  ],
  [
    'a misspelt key in an argv item',
    '{arg: port, prefix: "--port="}',
    '{arg: port, prefx: "--port="}',
    [
      'net/who.yaml:55:19: handler.argv[1].prefx is not a field here (expected one of arg, prefix, each, default, path) Did you mean prefix?',
    ],
  ],
  [
    'an argv item that is a number',
    '    - "-n"',
    '    - 5',
    ['net/who.yaml:54:7: handler.argv[0] has the wrong type (received number 5)'],
  ],
  [
    'an executable with a path',
    'executable: ss',
    'executable: ./ss',
    ['net/who.yaml:52:15: handler.executable is not a bare executable name (received "./ss")'],
  ],
  [
    'a shell',
    'executable: ss',
    'executable: bash',
    ['net/who.yaml:52:15: bash starts other programs: name the program itself'],
  ],
  [
    'an output format that does not exist',
    'output: {format: text}',
    'output: {format: jsn}',
    [
      'net/who.yaml:58:20: handler.output.format is none of the allowed values (expected one of text, json, jsonl, lines, key_value, records, received "jsn") Did you mean json?',
    ],
  ],
  [
    'a value that could become an option',
    '    - "--"\n',
    '',
    [
      'net/who.yaml:56:7: a value of name that starts with "-" would be read as an option (expected a place after "--", prefix, path: true, or a schema that rules it out (enum, minimum: 0, pattern))',
    ],
  ],
  [
    'an argument that does not exist',
    '{arg: name}',
    '{arg: nam}',
    [
      'net/who.yaml:43:5: the handler never uses the argument name',
      'net/who.yaml:57:13: arguments_schema has no property nam (received nam) Did you mean name?',
    ],
  ],
  [
    'a flag for what is not a boolean',
    '    - "-n"',
    '    - {flag: "-n", when: name}',
    ['net/who.yaml:54:26: name is not a boolean (expected a boolean argument, or equals)'],
  ],
  [
    'a list in one element',
    '      type: string\n',
    '      type: array\n',
    ['net/who.yaml:49:34: examples[1].arguments.name must be array'],
  ],
  [
    'an open schema',
    '  additionalProperties: false\n',
    '',
    ['net/who.yaml:34:3: arguments_schema must be closed (expected additionalProperties: false)'],
  ],
  [
    'an argument without a description',
    '      description: Part of a name.\n      x-description-zh: 名字的一部分。\n',
    '',
    ['net/who.yaml:44:7: arguments_schema.properties.name has no description (expected description)'],
  ],
  [
    'a schema that is none',
    'type: integer',
    'type: int',
    ['net/who.yaml:39:13: arguments_schema.properties.port.type must be equal to one of the allowed values'],
  ],
  [
    'a required argument that is not described',
    'required: [port]',
    'required: [prt]',
    ['net/who.yaml:36:14: prt is required but not described (received prt) Did you mean port?'],
  ],
  [
    'a reference out of the schema',
    '      minimum: 1\n',
    '      $ref: https://example.org/port.json\n',
    ['net/who.yaml:40:13: $ref may only lead into this schema (expected #…)'],
  ],
  [
    'another dialect',
    'arguments_schema:\n',
    'arguments_schema:\n  $schema: http://json-schema.org/draft-04/schema#\n',
    ['net/who.yaml:34:12: this dialect is not supported (expected draft-07 or 2020-12)'],
  ],
  [
    'an example outside of the schema',
    '{port: 80}',
    '{port: 0}',
    ['net/who.yaml:48:23: examples[0].arguments.port must be >= 1'],
  ],
  [
    'an example with an unknown argument',
    '{port: 80}',
    '{port: 80, nme: x}',
    ['net/who.yaml:48:27: examples[0].arguments.nme is not an argument Did you mean name?'],
  ],
  [
    'a sibling that does not exist',
    'instead: net.kill',
    'instead: net.kil',
    ['net/who.yaml:23:14: no capability net.kil in the catalog (received net.kil) Did you mean net.kill?'],
  ],
  ['itself as the sibling', 'instead: net.kill', 'instead: net.who', ['net/who.yaml:23:14: net.who names itself']],
  [
    'an alias of somebody else',
    'en: [who uses this port]',
    'en: [Free  A_Port]',
    ['net/who.yaml:13:8: the alias "Free  A_Port" already belongs to net.kill (net/kill.yaml:13)'],
  ],
  [
    'an alias that is an id',
    'en: [who uses this port]',
    'en: ["NET／KILL"]',
    ['net/who.yaml:13:8: the alias "NET／KILL" is the id of net.kill (net/kill.yaml:2)'],
  ],
  [
    'the same alias twice, folded',
    'en: [who uses this port]',
    'en: [free it, FREE-IT]',
    ['net/who.yaml:13:17: the alias "FREE-IT" already belongs to net.who (net/who.yaml:13)'],
  ],
  [
    'an alias of nothing',
    'en: [who uses this port]',
    'en: ["?!"]',
    ['net/who.yaml:13:8: the alias "?!" has no letter and no digit'],
  ],
  [
    'a key twice',
    'risk_level: low',
    'risk_level: low\nrisk_level: high',
    ['net/who.yaml:26:1: this key stands twice in one mapping'],
  ],
  [
    'an anchor',
    'risk_level: low',
    'risk_level: &a low',
    ['net/who.yaml:25:13: anchors are not read: write the value where it belongs'],
  ],
  [
    'an alias node',
    'risk_level: low',
    'risk_level: *a',
    ['net/who.yaml:25:13: aliases are not read: write the value where it belongs'],
  ],
  [
    'a tag',
    'risk_level: low',
    'risk_level: !!str low',
    ['net/who.yaml:25:13: tags are not read: quote a text, leave a number bare'],
  ],
  [
    'a tag on a list',
    'intents: [query]',
    'intents: !x [query]',
    ['net/who.yaml:14:10: tags are not read: quote a text, leave a number bare'],
  ],
  [
    'a second document',
    'risk_level: low',
    'risk_level: low\n---\nx: 1',
    ['net/who.yaml:26:1: a source holds one document only'],
  ],
  [
    'a number that loses digits',
    'timeout_ms: 10000',
    'timeout_ms: 9007199254740993',
    ['net/who.yaml:28:13: this number is beyond 2^53 and would lose digits: quote it'],
  ],
  [
    'a number that is none',
    'timeout_ms: 10000',
    'timeout_ms: .inf',
    ['net/who.yaml:28:13: this number is not finite: JSON has no such value'],
  ],
  ['a key that is no text', 'risk_level: low', '1: low', ['net/who.yaml:25:1: a key must be a text: put it in quotes']],
  [
    'a key of the prototype',
    'risk_level: low',
    '__proto__: {risk_level: low}',
    ['net/who.yaml:25:1: __proto__ is not allowed as a key'],
  ],
];

describe('a bad manifest is refused at the node that is wrong', () => {
  it('nothing is said of the small catalog as it stands', () => {
    expect(complaints({})).toEqual([]);
  });

  for (const [what, from, to, report] of CASES) {
    it(what, () => {
      expect(complaints({ 'net/who.yaml': edit(ACTION, from, to) })).toEqual(report);
    });
  }
});

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

  it('asks for a vocabulary, and takes the one that is given', () => {
    const { 'lexicon/vocabulary.yaml': vocabulary = '', ...rest } = SMALL;
    const bare = compileCatalog(sources(rest));
    expect(Array.isArray(bare) && bare.map(({ reason }) => reason)).toEqual(['no_vocabulary']);
    const [given] = sources({ 'lexicon/vocabulary.yaml': vocabulary });
    expect(Array.isArray(compileCatalog(sources(rest), { vocabulary: given! }))).toBe(false);
  });
});
