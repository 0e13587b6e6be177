/** Every id that a policy file names, and where: what a catalog can be asked about. */
import { rulesOf, type ToldFacts } from './told-facts.ts';

type Named = { readonly id: string; readonly path: readonly (string | number)[] };

/** Of the value of a file that is a policy; an id that comes twice stands where it comes first. */
export function namedIds(value: unknown): Named[] {
  const all = rulesOf(value).flatMap(
    ({ applies_to: { ids = [], except_ids: except = [] }, must_match = [], must_not_match = [] }, index) => {
      const at = (list: readonly (string | ToldFacts)[], ...steps: string[]) =>
        list.map((one, place) => ({
          id: typeof one === 'string' ? one : one.id,
          path: ['rules', index, ...steps, place],
        }));
      return [
        ...at(ids, 'applies_to', 'ids'),
        ...at(except, 'applies_to', 'except_ids'),
        ...at(must_match, 'must_match'),
        ...at(must_not_match, 'must_not_match'),
      ];
    },
  );
  return [...new Map([...all].reverse().map((one) => [one.id, one])).values()].reverse();
}
