/** What a policy file does not say and has to: the field, and the line that would be right there. */
import { NEEDED } from './needed-facts.ts';

type Path = readonly (string | number)[];

/** Undefined where the field is there. `expected` is the complaint of whoever missed it. */
export function missingField(path: Path, value: unknown, expected: string): string | undefined {
  const name = path.at(-1);
  const parent = at(value, path.slice(0, -1));
  if (typeof name !== 'string' || !isObject(parent) || parent[name] !== undefined) return undefined;
  const line = name === 'must_match' ? `must_match: [${exampleFor(parent)}]` : LINES[name];
  const why = expected.replace(/^Invalid input: /, '').replace(/, received undefined$/, '');
  return `the field ${name} is missing here (${why})${line === undefined ? '' : `; write for example: ${line}`}`;
}

/** What can be written as it stands. */
const LINES: Readonly<Record<string, string>> = {
  version: 'version: policy.v1',
  name: 'name: no force push',
  applies_to: 'applies_to: {ids: [git.force_push]}',
  id: 'id: git.force_push',
};

/** An example that the rule's own conditions match. */
function exampleFor({ applies_to: conditions }: Readonly<Record<string, unknown>>): string {
  const first = (name: string): unknown => {
    const list = isObject(conditions) ? conditions[name] : undefined;
    return Array.isArray(list) ? list[0] : undefined;
  };
  const facts = Object.entries(NEEDED).flatMap(([name, fact]) => {
    const wanted = first(name);
    return typeof wanted === 'string' ? [`${fact}: ${wanted}`] : [];
  });
  const given = first('ids');
  const id = typeof given === 'string' ? given : 'git.force_push';
  return facts.length === 0 ? id : `{id: ${id}, ${facts.join(', ')}}`;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((inner, step) => (isObject(inner) ? inner[step] : undefined), value);
}

function isObject(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null;
}
