/** What policy hides does not exist: over random policies no verb's answer holds the name of anything that is hidden. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discoverDenied, type Facts, type Policy } from '../../src/policy/policy.ts';
import { dispatch } from '../../src/verbs/dispatch.ts';
import { govern } from '../../src/verbs/governance.ts';
import { VERBS } from '../../src/verbs/verbs.ts';
import { worldOf } from '../verbs/world.ts';
import { holds, IDS, policyOf, rule, snapshot } from './hiding.ts';

const HASHES = { expected_source_hash: snapshot.sourceHash, expected_surface_hash: snapshot.surfaceHash };

async function answersUnder(policy: Policy, ids: readonly string[]): Promise<string[]> {
  const world = worldOf(snapshot, () => policy);
  const ask = async (name: string, request: object) => {
    const verb = VERBS.find((one) => one.name === name);
    if (verb === undefined) throw new Error(name);
    return (await dispatch(verb, new TextEncoder().encode(JSON.stringify(request)), world)).body;
  };
  const bodies: string[] = [];
  const search = (more: object) => ask('search', { version: 'tool-search.v1', limit: 20, explain: true, ...more });
  for (const query of ['端口', 'list files', 'port', 'delete', 'commit changes', 'read text', 'git', 'create']) {
    bodies.push(await search({ query }));
  }
  bodies.push(await search({ query: '端口', types: ['pack', 'action', 'recipe'] }));
  bodies.push(await ask('list', { version: 'capability-list.v1' }));
  bodies.push(await ask('list', { version: 'capability-list.v1', depth: 3 }));
  for (const id of ids) {
    // A question that holds a name gets it back in its echo, so what is asked about is asked with a slip.
    const slip = `${id}x`;
    bodies.push((await ask('inspect', { version: 'schema-inspect.v1', canonical_path: slip })).replaceAll(slip, ''));
    bodies.push((await search({ query: slip })).replaceAll(slip, ''));
    bodies.push((await ask('list', { version: 'capability-list.v1', parent: slip })).replaceAll(slip, ''));
    const run = {
      version: 'action-run.v1',
      canonical_path: slip,
      action_version: 1,
      ...HASHES,
      tool_call_id: 'c',
      arguments: {},
    };
    bodies.push((await ask('run', run)).replaceAll(slip, ''));
  }
  return bodies;
}

const POLICIES = 1000;

describe('what policy hides', () => {
  it(`leaks into no answer: ${POLICIES} random policies`, async () => {
    let hiddenInAll = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(rule, { minLength: 1, maxLength: 3 }), async (rules) => {
        const policy = policyOf(rules);
        if (policy === undefined) return;
        const world = worldOf(snapshot, () => policy);
        const { hidden, hiddenDocuments, factsOf } = govern(policy, snapshot, world.caller);
        const gone = IDS.filter((id) => hidden?.(id) === true);
        const documents = hiddenDocuments();
        expect(IDS.filter((_, doc) => documents?.[doc] === 1)).toEqual(gone);
        // What is worked out for all at once is what the rules say of each one.
        expect(IDS.filter((id) => discoverDenied(policy, factsOf(id) as Facts) !== undefined)).toEqual(gone);
        const shown = IDS.filter((id) => !gone.includes(id));
        hiddenInAll += gone.length;
        const bodies = await answersUnder(policy, gone.slice(0, 3));
        for (const id of shown) {
          const verb = VERBS.find(({ name }) => name === 'inspect');
          const request = { version: 'schema-inspect.v1', canonical_path: id, detail: 'full' };
          if (verb === undefined) throw new Error('no inspect');
          bodies.push((await dispatch(verb, new TextEncoder().encode(JSON.stringify(request)), world)).body);
        }
        for (const id of gone) {
          const leak = bodies.find((body) => holds(body, id));
          if (leak !== undefined) throw new Error(`${id} in ${leak}`);
        }
      }),
      { numRuns: POLICIES, seed: 4_711 },
    );
    expect(hiddenInAll).toBeGreaterThan(POLICIES);
  }, 600_000);

  it('is answered word for word like what does not exist', async () => {
    const [id = ''] = IDS.filter((one) => one.split('.').length === 3);
    const policy = policyOf([{ ids: [id] }]) as Policy;
    const ask = async (canonical_path: string) => {
      const verb = VERBS.find(({ name }) => name === 'inspect');
      if (verb === undefined) throw new Error('no inspect');
      const request = { version: 'schema-inspect.v1', canonical_path };
      const bytes = new TextEncoder().encode(JSON.stringify(request));
      return JSON.parse(
        (
          await dispatch(
            verb,
            bytes,
            worldOf(snapshot, () => policy),
          )
        ).body,
      );
    };
    const hidden = await ask(id);
    const unknown = await ask('no.such.thing');
    expect(hidden.error).toMatchObject({ reason: 'unknown_capability', received: id });
    expect(hidden.error.message).toBe(unknown.error.message);
    expect(hidden.error.did_you_mean).not.toBe(id);
  });

  it('counts nowhere', async () => {
    const count = async (policy: Policy) => {
      const verb = VERBS.find(({ name }) => name === 'list');
      if (verb === undefined) throw new Error('no list');
      const bytes = new TextEncoder().encode(JSON.stringify({ version: 'capability-list.v1', depth: 3 }));
      return JSON.parse(
        (
          await dispatch(
            verb,
            bytes,
            worldOf(snapshot, () => policy),
          )
        ).body,
      );
    };
    const all = await count(policyOf([]) as Policy);
    const some = await count(policyOf([{ side_effects: ['W-local', 'W-shared', 'I'] }]) as Policy);
    expect(JSON.stringify(some).length).toBeLessThan(JSON.stringify(all).length);
    expect(JSON.stringify(some)).not.toMatch(/"side_effect":"(W|I)/);
  });
});
