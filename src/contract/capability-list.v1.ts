/** capability-list.v1: browse the tree of packs, level by level. */
import { z } from 'zod';
import { canonicalPath, capabilityType, catalog, sideEffect } from './fields.ts';

const text = z.string();

export const capabilityListRequest = z
  .strictObject({
    version: z.literal('capability-list.v1'),
    parent: canonicalPath('The pack to list; left out: the top level.')
      .meta({ examples: ['system'] })
      .optional(),
    depth: z.int().min(1).max(3).optional().describe('Levels below the parent; default 1.'),
    types: z.array(capabilityType).min(1).max(5).optional().describe('Only entries of these types.'),
    limit: z.int().min(1).max(500).optional().describe('Most entries; default 100.'),
  })
  .meta({ examples: [{ version: 'capability-list.v1', parent: 'system' }] });

export const capabilityListResponse = z.strictObject({
  version: z.literal('capability-list.v1'),
  catalog,
  parent: text.optional(),
  children: z.array(
    z.strictObject({
      canonical_path: text,
      cli_path: text,
      type: capabilityType,
      title: text,
      summary: text,
      side_effect: sideEffect.optional(),
      children_count: z.int().min(0),
    }),
  ),
  neighbours: z.array(text).describe('Other entries beside the parent.'),
  truncated: z.boolean(),
});

export type CapabilityListRequest = z.infer<typeof capabilityListRequest>;
export type CapabilityListResponse = z.infer<typeof capabilityListResponse>;
