/** Which fact of an example each condition of a rule needs. */
export const NEEDED = {
  types: 'type',
  side_effects: 'side_effect',
  risk_levels: 'risk_level',
  origins: 'origin',
  principals: 'principal',
} as const;
