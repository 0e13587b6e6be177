/**
 * The tools of a foreign relevance set, one JSON object a line of tools.jsonl, read into capabilities. They get no handler
 * and the harshest marks, since nobody reviewed them.
 */
import type { Bilingual, Capability, JsonObject } from '../capability/capability.ts';
import { BadJudgements, parseJsonLines } from './judgements.ts';

export type ForeignTool = {
  readonly id: string;
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  /** What people call the product that the tool belongs to. */
  readonly display?: string;
  readonly params?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly enum?: readonly unknown[];
  }[];
  readonly aliases?: readonly string[];
  readonly tags?: readonly string[];
};

/** The tools of tools.jsonl. Throws BadJudgements where one cannot be told from the others. */
export function foreignTools(text: string, name: string): ForeignTool[] {
  const tools = parseJsonLines<ForeignTool>(text, name);
  const seen = new Set<string>();
  tools.forEach((tool, at) => {
    const id: unknown = tool?.id;
    const isName = typeof id === 'string' && id !== '' && !/[\t\r\n]/.test(id);
    if (!isName) throw new BadJudgements(`${name}, tool ${at + 1} has no id`);
    if (seen.has(id)) throw new BadJudgements(`${name}, tool ${at + 1} has the id of an earlier one`);
    seen.add(id);
  });
  return tools;
}

/** A foreign tool as a capability: its texts as they stand, in the language that they are written in. */
export function foreignCapability(tool: ForeignTool): Capability {
  const dot = tool.id.lastIndexOf('.');
  const properties: Record<string, JsonObject> = {};
  for (const param of tool.params ?? []) {
    const values = (param.enum ?? []).map(String);
    properties[param.name] = { description: param.description ?? '', ...(values.length > 0 ? { enum: values } : {}) };
  }
  const aliases = tool.aliases ?? [];
  return {
    id: tool.id,
    cliPath: tool.id.replaceAll('.', ' '),
    type: 'action',
    product: tool.id.split('.')[0] ?? tool.id,
    pack: dot < 0 ? '' : tool.id.slice(0, dot),
    version: 1,
    title: text(tool.title === undefined || tool.title === '' ? tool.id : tool.title),
    summary: text(tool.summary ?? ''),
    description: text([repeats(tool) ? '' : (tool.description ?? ''), tool.display ?? ''].filter(Boolean).join('\n')),
    aliases: { zh: aliases.filter(isHan), en: aliases.filter((alias) => !isHan(alias)) },
    intents: [],
    entities: tool.tags ?? [],
    qualifiers: [],
    symptoms: { zh: [], en: [] },
    whenToUse: [],
    whenNotToUse: [],
    sideEffect: 'I',
    effect: 'destructive',
    riskLevel: 'critical',
    confirmation: 'human',
    idempotency: 'non_idempotent',
    timeoutMs: 1000,
    networkPolicy: 'none',
    os: [],
    executables: [],
    requiredContext: [],
    argumentsSchema: { type: 'object', properties },
    examples: [],
    produces: [],
    verifies: [],
    affectedResources: [],
  };
}

/** Many sets repeat the summary as the description; counting it twice would only blur the field. */
function repeats(tool: ForeignTool): boolean {
  return tool.description !== undefined && tool.description === tool.summary;
}

function text(value: string): Bilingual {
  return isHan(value) ? { zh: value } : { en: value };
}

function isHan(value: string): boolean {
  return /\p{Script=Han}/u.test(value);
}
