import { describe, expect, it } from 'vitest';
import { complaints } from './complaints.ts';
import { ACTION, edit } from './small-catalog.ts';

/** One change of the schema, an example or the handler of net/who.yaml, and the whole report that it earns. */
const CASES: readonly [what: string, from: string, to: string, report: readonly string[]][] = [
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
  ...['$dynamicRef: "#port"', '$dynamicAnchor: port', '$recursiveRef: "#"', '$recursiveAnchor: true'].map(
    (keyword): (typeof CASES)[number] => [
      `a reference that leads elsewhere from elsewhere: ${keyword}`,
      '      minimum: 1\n',
      `      ${keyword}\n`,
      [
        `net/who.yaml:40:${9 + keyword.indexOf(':')}: a reference must lead to one place, known beforehand (expected $ref)`,
      ],
    ],
  ),
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
];

describe('arguments, examples and handlers that do not fit together are refused', () => {
  for (const [what, from, to, report] of CASES) {
    it(what, () => {
      expect(complaints({ 'net/who.yaml': edit(ACTION, from, to) })).toEqual(report);
    });
  }
});
