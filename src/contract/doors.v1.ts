/** doors.v1: for one capability, which door is open and which is shut, why, and what would open it. */
import { z } from 'zod';
import { canonicalPath, catalog, network } from './fields.ts';

export const doorsRequest = z
  .strictObject({ version: z.literal('doors.v1'), canonical_path: canonicalPath() })
  .meta({ examples: [{ version: 'doors.v1', canonical_path: 'system.port.who' }] });

const text = z.string();

const door = z.strictObject({
  name: z.enum(['registered', 'public', 'available', 'visible', 'describable', 'executable']),
  open: z.boolean(),
  reason: text,
  opens: text.optional().describe('What would open it; left out for an open door.'),
});

export const doorsResponse = z.strictObject({
  version: z.literal('doors.v1'),
  catalog,
  canonical_path: text,
  doors: z.array(door).describe('In the order in which a call passes them.'),
  executables: z
    .array(
      z.strictObject({
        name: text,
        path: text.nullable().describe('Null: in no directory of PATH.'),
        min_version: text.optional(),
        version: text.optional().describe('What it says of itself.'),
        version_checked: z
          .boolean()
          .describe(
            'False: it was not asked for its version, or told none: no manifest of this catalog says that it can be asked.',
          ),
      }),
    )
    .describe('Programs that it needs.'),
  secrets: z
    .array(z.strictObject({ name: text, there: z.boolean() }))
    .optional()
    .describe('Secrets that it needs, by name, and whether the user has handed them over.'),
  network: network.optional().describe('What its network_policy comes to on this machine.'),
});

export type DoorsRequest = z.infer<typeof doorsRequest>;
export type DoorsResponse = z.infer<typeof doorsResponse>;
