/** A request schema as code: Ajv's standalone validator without Ajv, with notes on the fields. It knows no contract. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { transformSync } from 'esbuild';
import { ONE_LINE } from '../../src/contract/text-limits.ts';
import { fieldNotes, type JsonSchema } from './field-notes.ts';

/** Keywords that say nothing to a validator. */
const FOR_READERS: ReadonlySet<string> = new Set(['$schema', 'title', 'description', 'examples']);

/** What stands in for the one thing that Ajv's code asks its run time for, and for the pattern that every text repeats. */
const OURS = `import { codePoints, isOneLine, ONE_LINE } from '../text-limits.ts';\n`;
const RUN_TIME_LENGTH = 'require("ajv/dist/runtime/ucs2length").default';

/** The text of a module that exports `validate`, `FIELDS` and `EXAMPLE`. Same schema, same text. */
export function validatorModule(schema: JsonSchema): string {
  const notes = `export const FIELDS = ${JSON.stringify(fieldNotes(schema))};`;
  const example = `export const EXAMPLE = ${JSON.stringify((schema.examples as readonly unknown[])[0])};`;
  return compact(`${OURS}${withOurs(validatorCode(schema))}\n${notes}\n${example}`);
}

/** The same `validate`, by itself and without its complaints: half the text, for a process that has no time for them. */
export function quickModule(schema: JsonSchema): string {
  const code = validatorCode(schema)
    .replaceAll(/validate\d+\.errors = \[\{instancePath.*?\}\];/gs, '')
    .replaceAll(/(const err\d+ = )\{instancePath.*?\};/gs, '$10;')
    .replace(/const (schema\d+) = (\{.*?\});(?=const |function )/, namesOnly);
  if (code.includes('schemaPath')) throw new Error('a complaint has another form than this expects');
  return compact(`${OURS}${withOurs(code)}`);
}

function validatorCode(schema: JsonSchema): string {
  const ajv = new Ajv2020({ code: { source: true, esm: true }, strict: false, messages: false });
  const generate = standaloneCode as unknown as (ajv: Ajv2020, validate: unknown) => string;
  const code = generate(ajv, ajv.compile(withoutProse(schema)))
    .replaceAll(RUN_TIME_LENGTH, 'codePoints')
    .replace(/export default \w+;/, '');
  if (/\b(?:require|import)\b/.test(code)) throw new Error('the generated code asks for something at run time');
  return code;
}

/** The code with our own functions and constants in place of what it would make at run time. */
function withOurs(code: string): string {
  return code
    .replaceAll(JSON.stringify(ONE_LINE), 'ONE_LINE')
    .replaceAll('new RegExp(ONE_LINE, "u")', '{ test: isOneLine }');
}

/** Without its complaints the code asks a schema only which properties there are; all the rest is in its steps. */
function namesOnly(_line: string, name: string, json: string): string {
  const { properties } = JSON.parse(json) as { readonly properties: object };
  const names = Object.fromEntries(Object.keys(properties).map((property) => [property, 0]));
  return `const ${name} = ${JSON.stringify({ properties: names })};`;
}

function compact(module: string): string {
  return transformSync(module, {
    format: 'esm',
    target: 'node24',
    // Names stay: shorter ones would make a change hard to read, and the bundle shortens them anyway.
    minifySyntax: true,
    minifyWhitespace: true,
    charset: 'ascii',
    legalComments: 'none',
  }).code;
}

/** The schema without what only people read. A property may well be called `title`: names are not keywords. */
function withoutProse(schema: JsonSchema): JsonSchema {
  const kept: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (FOR_READERS.has(keyword)) continue;
    if (keyword === 'properties') {
      const properties = Object.entries(value as Record<string, JsonSchema>);
      kept[keyword] = Object.fromEntries(properties.map(([name, property]) => [name, withoutProse(property)]));
    } else kept[keyword] = keyword === 'items' ? withoutProse(value as JsonSchema) : value;
  }
  return kept;
}
