/** Calls that tests ask a yes for and make with it: what was executed, and how often, stands in a file of the bench. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Capability, JsonObject } from '../../src/capability/capability.ts';
import { type Bench, capability, command, waiting } from './capabilities.ts';

export const A = { what: 'a\n' };
export const B = { what: 'b\n' };

/** What a token that fits no more is answered with. */
export const REFUSED = { kind: 'refusal', reason: 'denied', path: '/confirmation_token', executed: false };

/** Appends a line to the file `done`. */
export function append(more: Partial<Capability> = {}): Capability {
  return capability({
    sideEffect: 'W-local',
    effect: 'write',
    confirmation: 'caller',
    affectedResources: ['{what}'],
    handler: command({ executable: 'tee', argv: ['-a', 'done'], stdin: { arg: 'what' } }),
    ...more,
  });
}

/** On the bench of the test that runs, or on another one with the token of the first. */
export function callsOn(bench: () => Bench) {
  return {
    ask: async (args: JsonObject = A, more: JsonObject = {}, subject = append()) =>
      waiting(await bench().call(subject, args, more)).token,
    withToken: (token: string, args: JsonObject = A, more: JsonObject = {}, subject = append(), at = bench()) =>
      at.call(subject, args, { confirmation_token: token, ...more }),
    done(): string {
      const file = join(bench().home, 'done');
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    },
  };
}
