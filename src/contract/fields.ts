/** Fields that several contracts share, as zod schemas with the descriptions that the published JSON Schemas carry. */
import { z } from 'zod';
import { codePoints, ONE_LINE } from './text-limits.ts';

/**
 * One line of text: no control or bidirectional characters, well-formed, at most `maximum` code points (which is what
 * JSON Schema's maxLength counts; zod's own maximum would count UTF-16 units).
 */
export function line(maximum: number, description: string) {
  return z
    .string()
    .min(1)
    .regex(new RegExp(ONE_LINE), 'holds a control or bidirectional character')
    .refine((text) => text.isWellFormed(), 'holds half a character')
    .refine((text) => codePoints(text) <= maximum, `is longer than ${maximum} characters`)
    .meta({ maxLength: maximum, description });
}

export const canonicalPath = (description = 'Canonical id.') =>
  line(256, description).meta({ examples: ['system.port.who'] });

/** The hash of nothing: well-formed, and the hash of no catalog. */
export const HASH_EXAMPLE = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export const hash = (description: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: `${description} SHA-256, 64 lower-case hex digits.`, examples: [HASH_EXAMPLE] });

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

/** What network_policy comes to where it runs. */
export const network = z
  .strictObject({
    policy: z.enum(['none', 'loopback', 'outbound']).describe('What the manifest says that it may reach.'),
    state: z
      .enum(['enforced', 'unenforced', 'unrestricted'])
      .describe('Whether it is kept to that; unrestricted: it may go out.'),
    how: z.string().describe('By what, or why not.'),
  })
  .describe('The network of the run.');
