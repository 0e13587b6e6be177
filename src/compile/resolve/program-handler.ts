/**
 * The argument vector of a command or a script against the schema: each element can carry its argument, and no value can
 * become an option of the program.
 */
import type { ArgvItem, ProgramCall } from '../../capability/capability.ts';
import type { Path } from '../parse.ts';
import { valueAt } from '../validate.ts';
import type { ArgumentUse } from './argument-use.ts';
import { cannotLeadWithDash } from './leading-dash.ts';

export function checkProgram(use: ArgumentUse, { argv, cwd, stdin }: ProgramCall): void {
  let afterDashes = false;
  for (const [i, item] of argv.entries()) {
    checkItem(use, item, ['handler', 'argv', i], afterDashes);
    if (item === '--') afterDashes = true;
  }
  if (cwd !== undefined) use.text(cwd.arg, ['handler', 'cwd', 'arg']);
  if (stdin !== undefined) use.text(stdin.arg, ['handler', 'stdin', 'arg']);
}

function checkItem(use: ArgumentUse, item: ArgvItem, path: Path, afterDashes: boolean): void {
  if (typeof item === 'string') {
    if (item.includes('\0')) use.report(path, 'bad_handler', 'an argv element cannot hold NUL');
  } else if ('flag' in item) {
    checkFlag(use, item, path);
  } else {
    checkElement(use, item, path, afterDashes);
  }
}

function checkFlag(use: ArgumentUse, item: Extract<ArgvItem, { flag: string }>, path: Path): void {
  const property = use.property(item.when, [...path, 'when']);
  if (property === undefined) return;
  const { equals } = item;
  if (equals === undefined) {
    if (valueAt(property, ['type']) === 'boolean') return;
    const expected = 'a boolean argument, or equals';
    use.report([...path, 'when'], 'bad_handler', `${item.when} is not a boolean`, { expected });
    return;
  }
  const allowed = valueAt(property, ['enum']);
  if (!Array.isArray(allowed) || allowed.some((one) => JSON.stringify(one) === JSON.stringify(equals))) return;
  const message = `${item.when} never equals ${JSON.stringify(equals)}`;
  const expected = `one of ${allowed.map((one) => JSON.stringify(one)).join(', ')}`;
  use.report([...path, 'equals'], 'bad_handler', message, { expected });
}

function checkElement(
  use: ArgumentUse,
  item: Extract<ArgvItem, { arg: string }>,
  path: Path,
  afterDashes: boolean,
): void {
  const { arg, prefix, each, default: fallback } = item;
  const property = use.property(arg, [...path, 'arg']);
  for (const text of [prefix, fallback]) {
    if (text?.includes('\0') === true) use.report(path, 'bad_handler', 'an argv element cannot hold NUL');
  }
  if (property === undefined) return;
  const type = valueAt(property, ['type']);
  if ((each === true) !== (type === 'array')) {
    const message = each === true ? `${arg} is not a list` : `${arg} is a list: one argv element needs each: true`;
    use.report(path, 'bad_handler', message, { expected: each === true ? 'type: array' : 'each: true' });
    return;
  }
  const scalar = each === true ? valueAt(property, ['items']) : property;
  if (valueAt(scalar, ['type']) === 'object') {
    use.report(path, 'bad_handler', `${arg} is an object: it fits into no argv element`);
  }
  if (prefix !== undefined || item.path === true || afterDashes || cannotLeadWithDash(scalar)) return;
  use.report(path, 'unsafe_argument', `a value of ${arg} that starts with "-" would be read as an option`, {
    expected: 'a place after "--", prefix, path: true, or a schema that rules it out (enum, minimum: 0, pattern)',
  });
}
