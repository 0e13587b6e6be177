/** Which arguments a handler uses, and what is wrong about how: the part that all kinds of handlers share. */
import type { Json, JsonObject } from '../../capability/capability.ts';
import { nearest } from '../../reason/nearest.ts';
import type { Diagnostic, DiagnosticReason } from '../diagnostic.ts';
import type { Path } from '../parse.ts';
import { type Draft, diagnostic, valueAt } from '../validate.ts';
import { propertiesOf } from './arguments.ts';

/** Types of a value that is written as one piece of text. */
const SCALARS: readonly Json[] = ['string', 'integer', 'number', 'boolean'];

export class ArgumentUse {
  readonly found: Diagnostic[] = [];
  private readonly draft: Draft;
  private readonly schema: JsonObject;
  private readonly properties: { readonly [name: string]: Json };
  private readonly used = new Set<string>();

  constructor(draft: Draft, schema: JsonObject) {
    this.draft = draft;
    this.schema = schema;
    this.properties = propertiesOf(schema);
  }

  /** The schema of an argument that the handler names at `path`; undefined, and reported, when there is none. */
  property(name: string, path: Path): Json | undefined {
    this.used.add(name);
    if (Object.hasOwn(this.properties, name)) return this.properties[name];
    const meant = nearest(name, Object.keys(this.properties));
    this.report(path, 'unknown_argument', `arguments_schema has no property ${name}`, {
      received: name,
      did_you_mean: meant,
    });
    return undefined;
  }

  /** Reports an argument that is no string, number or boolean: it cannot be written as one piece of text. */
  scalar(name: string, path: Path): void {
    const property = this.property(name, path);
    if (property === undefined || SCALARS.includes(valueAt(property, ['type']) ?? null)) return;
    if (Array.isArray(valueAt(property, ['enum']))) return;
    this.report(path, 'bad_handler', `${name} is no single value`, {
      expected: 'type: string, integer, number, boolean',
    });
  }

  text(name: string, path: Path): void {
    const property = this.property(name, path);
    if (property === undefined || valueAt(property, ['type']) === 'string') return;
    this.report(path, 'bad_handler', `${name} is not a string`, { expected: 'type: string' });
  }

  /** Whether a call always has a value for it. */
  alwaysThere(name: string): boolean {
    const { required } = this.schema;
    return (
      (Array.isArray(required) && (required as readonly Json[]).includes(name)) ||
      valueAt(this.properties[name], ['default']) !== undefined
    );
  }

  report(path: Path, reason: DiagnosticReason, message: string, details = {}): void {
    this.found.push(diagnostic(this.draft.source, path, reason, message, details));
  }

  /** Everything that is wrong, arguments that nobody uses included. */
  finish(): Diagnostic[] {
    for (const name of Object.keys(this.properties)) {
      if (this.used.has(name)) continue;
      const at = this.draft.source.locateKey(['arguments_schema', 'properties', name]);
      const message = `the handler never uses the argument ${name}`;
      this.found.push(diagnostic(this.draft.source, [], 'unused_argument', message, {}, at));
    }
    return this.found;
  }
}
