/** Fields that several contracts share, as zod schemas with the descriptions that the published JSON Schemas carry. */
import { z } from 'zod';
import { codePoints, forbiddenCharacter, utf8Bytes } from './text-limits.ts';

/** One line of text for people: no control or bidirectional characters, well-formed Unicode. */
export function line(maximum: number, description: string) {
  return z
    .string()
    .min(1)
    .max(maximum)
    .refine((text) => text.isWellFormed() && forbiddenCharacter(text) === null, 'holds a forbidden character')
    .refine((text) => codePoints(text) <= maximum, `is longer than ${maximum} characters`)
    .describe(description);
}

/** As `line`, with an upper bound in UTF-8 bytes as well. */
export function boundedLine(maximum: number, bytes: number, description: string) {
  return line(maximum, description).refine((text) => utf8Bytes(text) <= bytes, `is longer than ${bytes} bytes`);
}

export const canonicalPath = (description = 'Canonical id, e.g. system.port.who.') => line(256, description);

export const hash = (description: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe(`${description} SHA-256, 64 lower-case hex digits.`);

export const catalog = z
  .strictObject({
    source_hash: hash('Hash of the catalog sources.'),
    surface_hash: hash('Hash of what a caller can see of the catalog.'),
  })
  .describe('The catalog that answered; inspect and run refuse another one.');

export const capabilityType = z.enum(['action', 'recipe', 'pack', 'resource', 'prompt']);
export const sideEffect = z
  .enum(['R', 'W-local', 'W-shared', 'I'])
  .describe('R reads; W-local changes this machine; W-shared changes shared state; I is irreversible or high impact.');
export const effect = z.enum(['read', 'write', 'destructive']);
export const riskLevel = z.enum(['low', 'medium', 'high', 'critical']);
export const confirmation = z.enum(['none', 'caller', 'human']).describe('Who must say yes before it runs.');
export const idempotency = z.enum(['idempotent', 'non_idempotent', 'backend_key']);

/** A JSON object whose members the contract does not know (arguments, schemas). */
export const openObject = (description: string) => z.record(z.string(), z.unknown()).describe(description);
