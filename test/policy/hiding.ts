/** Random policies that hide something of a small catalog, and whether an answer names what they hide. */
import fc from 'fast-check';
import { compilePolicy } from '../../src/policy/compile-policy.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { openCatalog } from '../verbs/world.ts';

export const snapshot = openCatalog();
export const IDS = Array.from({ length: snapshot.count }, (_, doc) => snapshot.id(doc));

/** Left out half of the time: a rule that asks for everything at once hides next to nothing. */
const subset = <T>(values: readonly T[]) =>
  fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined, freq: 2 });

export const rule = fc.record({
  ids: subset(IDS),
  except_ids: subset(IDS),
  side_effects: subset(['R', 'W-local', 'W-shared', 'I']),
  risk_levels: subset(['low', 'medium', 'high']),
  types: subset(['action', 'pack', 'recipe']),
  // The world of these tests is a project's, and its caller is tester.
  origins: subset(['builtin', 'project']),
  principals: subset(['somebody', 'tester']),
});

/** Compiled through the form; conditions that contradict themselves are no policy, so they are dropped. */
export function policyOf(rules: readonly object[]): Policy | undefined {
  const value = {
    version: 'policy.v1',
    rules: rules.map((conditions, index) => {
      const applies_to = JSON.parse(JSON.stringify(conditions)) as { ids?: string[] };
      return { name: `rule ${index}`, applies_to, discover: 'deny', must_match: ['placeholder'] };
    }),
  };
  const compiled = compilePolicy([{ level: 'user', file: 'x', value: { ...value, rules: [] } }]);
  if (!('revision' in compiled)) return undefined;
  return {
    ...compiled,
    rules: value.rules.map(({ must_match: _, ...one }) => ({ ...one, level: 'user', discover: 'deny' }) as never),
  };
}

/**
 * Whether an answer names it: the id as a whole ("system.port" inside "system.port.who" is another one's name). An id
 * without a dot is an ordinary word as well, so there it is a whole value in a place where ids stand.
 */
export function holds(body: string, id: string): boolean {
  if (!id.includes('.')) return namesWord(JSON.parse(body), id);
  return new RegExp(`(?<![\\w.])${id.replaceAll('.', '\\.')}(?![\\w]|\\.\\w)`).test(body);
}

/** Where a word of the question or of the subject may stand, or the start of a name that is shown. */
const WORDS = new Set(['query', 'term', 'terms', 'text', 'word', 'entities', 'key', 'product_id', 'pack']);

function namesWord(value: unknown, id: string): boolean {
  if (typeof value === 'string') return value === id;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => !WORDS.has(key) && namesWord(inner, id));
}
