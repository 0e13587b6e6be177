/** Who asks, and of which catalog, is found out once a run, however often it is governed anew: to hash a catalog takes long. */
import { expect, it } from 'vitest';
import { NO_POLICY } from '../../src/policy/policy.ts';
import { openCatalog, runIn, worldOf } from './world.ts';

it('a run asks each fact of its caller once', async () => {
  const asked: string[] = [];
  const told = <T>(name: string, value: T) => {
    asked.push(name);
    return value;
  };
  const rules = [
    { name: 'all', level: 'user', applies_to: { origins: ['builtin'], principals: ['somebody'] }, execute: 'ask' },
  ] as const;
  // Another revision where it works, so that it is frozen and decided anew.
  const wider = { ...NO_POLICY, revision: 'wider', rules };
  const world = {
    ...worldOf(openCatalog(), () => ({ ...NO_POLICY, rules })),
    policyOf: async () => wider,
    caller: {
      principal: () => told('principal', 'somebody'),
      origin: () => told('origin', 'builtin' as const),
      trusted: () => told('trusted', true),
    },
  };
  expect(await runIn(world, 'text.echo', { text: 'hello' })).toMatchObject({ status: 'confirmation_required' });
  expect(asked.sort()).toEqual(['origin', 'principal', 'trusted']);
});
