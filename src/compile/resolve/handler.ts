/**
 * The handler of an action against its schema: every argument exists and is used, has a kind that its place can carry,
 * and no value can turn into an option of the program. The runner checks values again; here is what no value may break.
 */
import type { ArgvItem, CommandHandler, Json, JsonObject } from '../../capability/capability.ts';
import { nearest } from '../../reason/nearest.ts';
import type { Diagnostic, DiagnosticReason } from '../diagnostic.ts';
import type { Path } from '../parse.ts';
import { type Draft, diagnostic, valueAt } from '../validate.ts';
import { propertiesOf } from './arguments.ts';
import { cannotLeadWithDash } from './leading-dash.ts';

/** Programs that take a program text: whatever they are given could be a command line. */
const SHELLS: ReadonlySet<string> = new Set(
  'sh bash dash zsh ksh fish csh tcsh busybox cmd powershell pwsh eval env xargs sudo su doas nohup'.split(' '),
);

export function checkHandler(draft: Draft, builtinTools: readonly string[] | undefined): Diagnostic[] {
  const { manifest } = draft;
  if (manifest.type !== 'action') return [];
  if (manifest.handler.kind === 'builtin') {
    const { tool } = manifest.handler;
    if (builtinTools === undefined || builtinTools.includes(tool)) return [];
    const details = { received: tool, did_you_mean: nearest(tool, builtinTools) };
    return [diagnostic(draft.source, ['handler', 'tool'], 'unknown_tool', `no built-in tool ${tool}`, details)];
  }
  return new HandlerCheck(draft, manifest.handler as CommandHandler, manifest.arguments_schema).run();
}

/** One pass over a command handler; collects findings and the arguments that it uses. */
class HandlerCheck {
  private readonly draft: Draft;
  private readonly handler: CommandHandler;
  private readonly properties: { readonly [name: string]: Json };
  private readonly used = new Set<string>();
  private readonly found: Diagnostic[] = [];

  constructor(draft: Draft, handler: CommandHandler, schema: JsonObject) {
    this.draft = draft;
    this.handler = handler;
    this.properties = propertiesOf(schema);
  }

  run(): Diagnostic[] {
    const { executable, argv, cwd, stdin } = this.handler;
    if (SHELLS.has(executable)) {
      this.report(
        ['handler', 'executable'],
        'bad_handler',
        `${executable} starts other programs: name the program itself`,
      );
    }
    let afterDashes = false;
    for (const [i, item] of argv.entries()) {
      this.item(item, ['handler', 'argv', i], afterDashes);
      if (item === '--') afterDashes = true;
    }
    if (cwd !== undefined) this.text(cwd.arg, ['handler', 'cwd', 'arg']);
    if (stdin !== undefined) this.text(stdin.arg, ['handler', 'stdin', 'arg']);
    for (const name of Object.keys(this.properties)) {
      if (this.used.has(name)) continue;
      const message = `the handler never uses the argument ${name}`;
      const at = this.draft.source.locateKey(['arguments_schema', 'properties', name]);
      this.found.push(diagnostic(this.draft.source, [], 'unused_argument', message, {}, at));
    }
    return this.found;
  }

  private item(item: ArgvItem, path: Path, afterDashes: boolean): void {
    if (typeof item === 'string') {
      if (item.includes('\0')) this.report(path, 'bad_handler', 'an argv element cannot hold NUL');
    } else if ('flag' in item) {
      this.flag(item, path);
    } else {
      this.element(item, path, afterDashes);
    }
  }

  private flag(item: Extract<ArgvItem, { flag: string }>, path: Path): void {
    const property = this.property(item.when, [...path, 'when']);
    if (property === undefined) return;
    const { equals } = item;
    if (equals === undefined) {
      if (valueAt(property, ['type']) === 'boolean') return;
      const expected = 'a boolean argument, or equals';
      this.report([...path, 'when'], 'bad_handler', `${item.when} is not a boolean`, { expected });
      return;
    }
    const allowed = valueAt(property, ['enum']);
    if (!Array.isArray(allowed) || allowed.some((one) => JSON.stringify(one) === JSON.stringify(equals))) return;
    const message = `${item.when} never equals ${JSON.stringify(equals)}`;
    const expected = `one of ${allowed.map((one) => JSON.stringify(one)).join(', ')}`;
    this.report([...path, 'equals'], 'bad_handler', message, { expected });
  }

  private element(item: Extract<ArgvItem, { arg: string }>, path: Path, afterDashes: boolean): void {
    const { arg, prefix, each, default: fallback } = item;
    const property = this.property(arg, [...path, 'arg']);
    for (const text of [prefix, fallback]) {
      if (text?.includes('\0') === true) this.report(path, 'bad_handler', 'an argv element cannot hold NUL');
    }
    if (property === undefined) return;
    const type = valueAt(property, ['type']);
    if ((each === true) !== (type === 'array')) {
      const message = each === true ? `${arg} is not a list` : `${arg} is a list: one argv element needs each: true`;
      this.report(path, 'bad_handler', message, { expected: each === true ? 'type: array' : 'each: true' });
      return;
    }
    const scalar = each === true ? valueAt(property, ['items']) : property;
    if (valueAt(scalar, ['type']) === 'object') {
      this.report(path, 'bad_handler', `${arg} is an object: it fits into no argv element`);
    }
    if (prefix !== undefined || item.path === true || afterDashes || cannotLeadWithDash(scalar)) return;
    this.report(path, 'unsafe_argument', `a value of ${arg} that starts with "-" would be read as an option`, {
      expected: 'a place after "--", prefix, path: true, or a schema that rules it out (enum, minimum: 0, pattern)',
    });
  }

  private text(name: string, path: Path): void {
    const property = this.property(name, path);
    if (property === undefined || valueAt(property, ['type']) === 'string') return;
    this.report(path, 'bad_handler', `${name} is not a string`, { expected: 'type: string' });
  }

  private property(name: string, path: Path): Json | undefined {
    this.used.add(name);
    if (Object.hasOwn(this.properties, name)) return this.properties[name];
    const meant = nearest(name, Object.keys(this.properties));
    this.report(path, 'unknown_argument', `arguments_schema has no property ${name}`, {
      received: name,
      did_you_mean: meant,
    });
    return undefined;
  }

  private report(path: Path, reason: DiagnosticReason, message: string, details = {}): void {
    this.found.push(diagnostic(this.draft.source, path, reason, message, details));
  }
}
