/** What a schema marks as secret goes to whoever asked, and stays nowhere: not in the store, the audit, or a question. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { nameToType } from '../../src/run/decide.ts';
import { loadCapability } from '../catalog/default-catalog.ts';
import { type Bench, capability, command, finished, openBench, waiting } from './capabilities.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

/** Files of the state directory that hold this text. */
function holding(text: string): string {
  try {
    return execFileSync('grep', ['-rlaF', '--', text, join(bench.home, 'state')], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

describe('a secret result', () => {
  it('is answered and not kept', async () => {
    const answer = await bench.answer(loadCapability('data.codec.password_create'), { length: 40 });
    if (answer.kind !== 'answer') throw new Error(answer.message);
    const { evidence } = answer.response;
    const [password = ''] = (evidence?.result as { passwords: string[] } | undefined)?.passwords ?? [];
    expect(password).toHaveLength(40);
    expect(evidence).toMatchObject({ stored: false, result_ref: null });
    expect(holding(password)).toBe('');
  });

  it('marked anywhere in the schema, also of a command, is not kept either', async () => {
    const outputSchema = { type: 'object', properties: { a: { items: { properties: { b: { secret: true } } } } } };
    const handler = command({
      executable: 'printf',
      argv: ['{"a":[{"b":"top-%s"}]}', 'hidden'],
      output: { format: 'json' },
    });
    const { evidence } = finished(await bench.call(capability({ outputSchema, handler })));
    expect(evidence.result).toEqual({ a: [{ b: 'top-hidden' }] });
    expect(evidence.resultRef).toBeNull();
    expect(holding('top-hidden')).toBe('');
  });
});

describe('a secret argument', () => {
  const subject = capability({
    sideEffect: 'I',
    confirmation: 'human',
    argumentsSchema: {
      type: 'object',
      properties: { word: { type: 'string', secret: true }, list: { type: 'array', items: { secret: true } } },
    },
    handler: command({
      executable: 'true',
      argv: [
        { arg: 'word', prefix: '--word=' },
        { arg: 'list', each: true },
      ],
    }),
  });

  it('is not in the question that waits for a human, nor in the audit', async () => {
    const outcome = waiting(await bench.call(subject, { word: 'open-sesame', list: ['second-secret'] }));
    expect(outcome.decision.summary).toContain('--word=[masked]');
    for (const secret of ['open-sesame', 'second-secret']) expect(holding(secret)).toBe('');
  });
});

describe('what a person types to have something destroyed', () => {
  const named = (template: string, values: JsonObject) =>
    nameToType({ capability: capability({ affectedResources: [template] }), arguments: values });

  it.each([
    ['{paths} (gone for good)', { paths: ['/home/me/old project/', 'other'] }, 'old project'],
    ['{paths} (gone for good)', { paths: ['notes.txt'] }, 'notes.txt'],
    ['process {pid}', { pid: 4711 }, '4711'],
    ['branch {branch} on the remote {remote}', { branch: 'main', remote: 'origin' }, 'main'],
    ['{paths}', { paths: ['..'] }, 'test.echo'],
    ['{paths}', { paths: ['a\u0007b'] }, 'test.echo'],
    ['everything', {}, 'test.echo'],
  ])('%s of %j: %s', (template, values, word) => expect(named(template, values)).toBe(word));
});
