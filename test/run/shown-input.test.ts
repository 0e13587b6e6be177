/** What a program is given on its stdin is shown before the yes, in the summary and the plan: bounded, and masked like any argument. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Handler, JsonObject } from '../../src/capability/capability.ts';
import { type Bench, capability, command, openBench } from './capabilities.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const SCRIPT: Handler = {
  kind: 'script',
  interpreter: 'sh',
  file: 'write.sh',
  text: 'cat',
  sha256: 'a'.repeat(64),
  argv: [],
  stdin: { arg: 'text' },
  output: { format: 'text' },
};
const KINDS: readonly [string, Handler][] = [
  ['command', command({ executable: 'tee', argv: ['made'], stdin: { arg: 'text' } })],
  ['script', SCRIPT],
];

async function shown(handler: Handler, args: JsonObject, more = {}): Promise<{ summary: string; plan: unknown }> {
  const write = { sideEffect: 'W-local', effect: 'write', confirmation: 'caller' } as const;
  const answer = await bench.answer(capability({ handler, ...write, ...more }), args);
  if (answer.kind !== 'answer') throw new Error(JSON.stringify(answer));
  const { confirmation, plan } = answer.response;
  return { summary: confirmation?.summary ?? '', plan: plan?.request };
}

describe.each(KINDS)('the input of a %s', (_kind, handler) => {
  it.each<[string, string, string]>([
    ['one line', 'erase it all', 'erase it all'],
    ['several', 'a\n"b"\n', 'a\n"b"\n'],
    ['nothing', '', ''],
  ])('of %s is shown whole', async (_name, text, start) => {
    const { summary, plan } = await shown(handler, { text });
    expect(summary).toContain(` with ${JSON.stringify(start)} on its stdin in `);
    expect(plan).toEqual({ stdin: { text: start } });
  });

  it.each<[string, string, number]>([
    ['lines', 'line\n'.repeat(5000), 8 * 5 - 1],
    ['characters', 'x'.repeat(100_000), 600],
  ])('of many %s is shown by its start and its length', async (_name, text, kept) => {
    const { summary, plan } = await shown(handler, { text });
    expect(plan).toEqual({ stdin: { text: text.slice(0, kept), omitted_characters: text.length - kept } });
    expect(summary).toContain(` and ${text.length - kept} characters more on its stdin`);
    expect(summary.length).toBeLessThan(2000);
  });

  it('that is secret is masked, by its mark and by what it looks like', async () => {
    const marked = { type: 'object', properties: { text: { type: 'string', writeOnly: true } } };
    for (const [text, more] of [
      ['hunter2', { argumentsSchema: marked }],
      [`curl -H "Authorization: Bearer ${'k'.repeat(30)}"`, {}],
    ] as const) {
      const { summary, plan } = await shown(handler, { text }, more);
      expect(plan).toEqual({ stdin: { text: '[masked]' } });
      expect(summary).toContain('"[masked]" on its stdin');
      expect(JSON.stringify([summary, plan])).not.toContain(text.slice(-8, -1));
    }
  });

  it('that is left out is not spoken of', async () => {
    const { summary, plan } = await shown(handler, {});
    expect([summary.includes('stdin'), plan]).toEqual([false, undefined]);
  });
});
