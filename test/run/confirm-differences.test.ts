/** What a token that fits no more is told: first whether it was used, then in what the call differs, and nothing of what it was. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { present } from '../../src/run/present.ts';
import type { RunOutcome } from '../../src/run/stages.ts';
import { capability, openBench, requestOf, waiting } from './capabilities.ts';
import { type Around, type Ask, type Part, type World, worldInMemory } from './confirm-world.ts';

const bench = openBench();
afterAll(() => bench.close());

const START: World = { cwd: 0, program: 0, policy: 0, variable: 0, catalog: 0, user: 0 };
/** Which calls of the world these are. */
const [FIRST, OTHER_ARGUMENTS, OTHER_ID, OTHER_TIMEOUT] = [0, 1, 2, 3] as const;
/** What an answer repeats of a request is its names. */
const ANSWERED = requestOf(capability({}), {}, {});
const REFUSED = { kind: 'refusal', reason: 'denied', path: '/confirmation_token', executed: false };

let around: Around;
let ask: Ask;
beforeEach(() => {
  around = { now: Date.now(), executions: 0 };
  ask = worldInMemory(bench, around);
});

async function token(world = START, call: number = FIRST): Promise<string> {
  return waiting(await ask(world, call)).token;
}
const received = (outcome: RunOutcome) => (outcome.kind === 'refusal' ? outcome.received : undefined);
const changed = (...parts: Part[]): World => ({ ...START, ...Object.fromEntries(parts.map((part) => [part, 1])) });

const DIFFERENCES: readonly (readonly [string, World, number, readonly string[]])[] = [
  ['the arguments, and not what is made of them', START, OTHER_ARGUMENTS, ['arguments']],
  ['the name of the call', START, OTHER_ID, ['tool_call_id (call-2)']],
  ['the time', START, OTHER_TIMEOUT, ['limit of time or memory (1000 ms)']],
  ['the directory', changed('cwd'), FIRST, ['directory that it runs in (/two)']],
  ['the program', changed('program'), FIRST, ['executable, or its content (/bin/append-line)']],
  ['the policy', changed('policy'), FIRST, ['policy']],
  ['a variable', changed('variable'), FIRST, ['environment (now with ']],
  ['the catalog', changed('catalog'), FIRST, ['catalog']],
  ['several at once', changed('cwd', 'policy'), OTHER_ID, ['tool_call_id', 'directory that it runs in', 'policy']],
];

describe('a token for another call says in what that differs:', () => {
  it.each(DIFFERENCES)('%s', async (_name, world, call, parts) => {
    const given = await token();
    const refused = await ask(world, call, given);
    expect(refused).toMatchObject({ ...REFUSED, message: expect.stringContaining('is for another call') });
    const told = received(refused)?.split('; ') ?? [];
    expect(told).toHaveLength(parts.length);
    for (const [at, part] of parts.entries()) expect(told[at]?.startsWith(`another ${part}`)).toBe(true);
    // The refusal knows the whole of this call; of the one that was confirmed nothing crosses to the wire.
    const answer = present(refused, ANSWERED, 'operation');
    expect(answer).toMatchObject({ response: { status: 'denied', errors: [{ received: received(refused) }] } });
    expect(JSON.stringify(answer)).not.toMatch(/Asia|UTC|\/one|"a"/);
    // It was not burnt, and each token is told by its own salt.
    await ask(START, FIRST, given);
    expect(around.executions).toBe(1);
    expect((await token()).split('.')[5]).not.toBe((await token()).split('.')[5]);
  });
});

describe('a token that was used', () => {
  it.each(DIFFERENCES)('says so and no more, whatever else is different: %s', async (_name, world, call) => {
    const given = await token();
    await ask(START, FIRST, given);
    const refused = await ask(world, call, given);
    expect(refused).toMatchObject({ ...REFUSED, message: expect.stringContaining('was used before') });
    expect(received(refused)).toBeUndefined();
    expect(around.executions).toBe(1);
  });

  it('and altered, or brought by somebody else, is none of ours', async () => {
    const given = await token();
    await ask(START, FIRST, given);
    const altered = `${given.slice(0, -1)}${given.endsWith('0') ? '1' : '0'}`;
    const not = { ...REFUSED, message: expect.stringContaining('not issued here') };
    expect(await ask(START, FIRST, altered)).toMatchObject(not);
    expect(await ask({ ...START, user: 2 }, FIRST, given)).toMatchObject(not);
    // The marks of one token say nothing of another one.
    const [, , , , , marks = ''] = (await token()).split('.');
    const mixed = given.split('.').with(5, marks).join('.');
    expect(await ask(START, FIRST, mixed)).toMatchObject(not);
  });
});
