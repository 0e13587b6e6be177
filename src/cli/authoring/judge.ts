/**
 * What is wrong with one answer about a new capability, by the compiler and the lint themselves: they are asked of a
 * manifest whose other parts are filled in, so that no rule stands twice.
 */
import { type Diagnostic, formatDiagnostic } from '../../compile/diagnostic.ts';
import { type Finding, lintCatalog } from '../../compile/lint.ts';
import { filled } from './fill.ts';
import { type Flag, type Flags, partsOf } from './questions.ts';
import { draftOf, isDiagnostics, type Site } from './site.ts';
import { Unreadable } from './unreadable.ts';
import { manifestText } from './write-yaml.ts';

/** The complaint about what comes from this flag, in one line; undefined when there is none. */
export function complaintAbout(said: Partial<Flags>, flag: Flag | 'id', site: Site): string | undefined {
  try {
    const manifest = manifestText(draftOf(filled(said, site.terms), site), '');
    return complaint(partsOf(flag), manifest, site);
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    return sentence(thrown.message);
  }
}

function complaint(parts: readonly string[], manifest: string, site: Site): string | undefined {
  const checked = site.check({ path: site.path, bytes: new TextEncoder().encode(manifest), root: 0 });
  if (isDiagnostics(checked)) {
    const diagnostic = checked.find((one) => parts.includes(partAt(manifest, one.line)));
    return diagnostic === undefined ? undefined : sentence(withoutPlace(diagnostic));
  }
  const fresh = checked.filter((one) => one.id === site.id);
  const finding = lintCatalog(fresh).find((one) => parts.includes(partNamed(one)));
  return finding === undefined ? undefined : sentence(finding.message);
}

/** The part of a manifest that stands on a line: its key furthest to the left. */
export function partAt(manifest: string, line: number): string {
  const lines = manifest.split('\n').slice(0, line).reverse();
  return /^\w+/.exec(lines.find((one) => /^\w+:/.test(one)) ?? '')?.[0] ?? '';
}

/** The part that a finding of the lint is about: most begin with its name. */
export function partNamed({ rule, message }: Pick<Finding, 'rule' | 'message'>): string {
  const [, first = ''] = /^(?:the )?(\w+)/.exec(message) ?? [];
  return PART_OF_RULE[rule] ?? (first === 'alias' ? 'aliases' : first);
}

const PART_OF_RULE: Readonly<Record<string, string>> = {
  examples: 'examples',
  tags: 'entities',
  aliases: 'aliases',
  siblings: 'when_not_to_use',
  twins: 'handler',
};

/** A complaint without the file, the line and the column in front of it. */
export function withoutPlace(diagnostic: Diagnostic): string {
  const { file, line, column } = diagnostic;
  return formatDiagnostic(diagnostic).slice(`${file}:${line}:${column}: `.length);
}

/** A name of a part stays as it is spelled: `title.zh has …`. */
function sentence(text: string): string {
  const first = /^[a-z]+ /.test(text) ? text.slice(0, 1).toUpperCase() : text.slice(0, 1);
  return `${first}${text.slice(1)}${/[.?]$/.test(text) ? '' : '.'}`;
}
