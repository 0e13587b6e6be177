/**
 * What a manifest says of the outcome of its action: who can look whether it took effect, what undoes it, and whether an
 * attempt that reached nobody may be made again.
 */
import { z } from 'zod';
import { id, json, jsonObject, phrase } from './manifest-text.ts';

const argument = z
  .union([
    z.strictObject({ arg: z.string().min(1).max(64).describe('The value of this argument of the call.') }),
    z.strictObject({
      args: z.array(z.string().min(1).max(64)).min(1).describe('A list of the values of these arguments of the call.'),
    }),
    z.strictObject({ value: json.describe('This value, always.') }),
  ])
  .describe('Where one argument comes from; what the call left out is left out here too.');

const argumentsOf = z.record(z.string(), argument).describe('Arguments of that capability, by name.');

export const verification = z
  .strictObject({
    action: id.describe('One of `verifies`; it must only read.'),
    arguments: argumentsOf,
    when: z
      .record(z.string(), z.array(json).min(1))
      .optional()
      .describe(
        'Of which calls it is a proof: argument → the values that it may have; null stands for one that is left out.',
      ),
    took_effect: jsonObject.describe('JSON Schema of its result when this action took effect.'),
    no_effect: jsonObject
      .optional()
      .describe('JSON Schema of its result when it did not; what fits neither schema is unclear.'),
  })
  .describe(
    'How cap looks whether the action took effect: after each run, and first of all when an outcome is unknown.',
  );

export const compensation = z
  .strictObject({
    action: id.describe('The action that undoes this one; it is confirmed like any other.'),
    arguments: argumentsOf,
    reviewed: phrase.describe('Who has made sure that it undoes exactly this, and how; without it there is none.'),
  })
  .describe('What undoes the action, offered by cap recover.');

export const retry = z
  .strictObject({
    attempts: z.int().min(2).max(3).describe('In all.'),
    backoff_ms: z
      .int()
      .min(50)
      .max(10_000)
      .describe('Milliseconds before the second attempt; twice that before the third.'),
  })
  .describe('For what only reads, or hands a key to its backend: attempts when the first one reached nobody.');
