import { describe, expect, it } from 'vitest';
import { complaints } from './complaints.ts';
import { ACTION, edit } from './small-catalog.ts';

const ALLOWED_KEYS =
  'id, version, title, summary, description, aliases, entities, qualifiers, symptoms, when_to_use, ' +
  'when_not_to_use, requires, required_context, type, intents, side_effect, risk_level, confirmation, ' +
  'idempotency, timeout_ms, network_policy, host_view, arguments_schema, output_schema, examples, ' +
  'produces, verifies, affected_resources, preview, may_start, verification, compensation, retry, handler';

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
