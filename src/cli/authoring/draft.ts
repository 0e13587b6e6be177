/**
 * From what an author said, in flags or in answers, to a manifest: the texts taken apart, the command line turned into
 * an argument vector and a schema. Whether the result is a good capability is for the compiler and the lint to say.
 */
import type { ArgvItem, Json, JsonObject, SideEffect } from '../../capability/capability.ts';
import { type ArgumentLine, readArgument, readExample } from './argument-line.ts';
import { type Texts, texts } from './two-texts.ts';
import { Unreadable } from './unreadable.ts';

/** What an author says, as it was typed: texts are `ZH | EN`. */
export type Said = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly alias: readonly string[];
  readonly when: readonly string[];
  readonly not: readonly string[];
  readonly entity: readonly string[];
  readonly intent: readonly string[];
  readonly argument: readonly string[];
  readonly example: readonly string[];
  readonly sideEffect: SideEffect;
  readonly network: string;
  readonly output: string;
  readonly affects: readonly string[];
  readonly verify: readonly string[];
  /** Of a recipe: what to do, one thing a step; `{cap:ID}` in it is a capability. */
  readonly step: readonly string[];
  /** Of a recipe: how to tell that it worked, and when to stop. */
  readonly done: string;
  readonly stop: string;
  /** The executable and its arguments; `{name}` stands for an argument of the capability. */
  readonly command: readonly string[];
};

/** How much harm, who says yes and what a second call does, where an author names the side effect alone: the strict side. */
const FOLLOWS: Readonly<Record<SideEffect, { risk_level: string; confirmation: string; idempotency: string }>> = {
  R: { risk_level: 'low', confirmation: 'none', idempotency: 'idempotent' },
  'W-local': { risk_level: 'medium', confirmation: 'caller', idempotency: 'non_idempotent' },
  'W-shared': { risk_level: 'high', confirmation: 'human', idempotency: 'non_idempotent' },
  I: { risk_level: 'high', confirmation: 'human', idempotency: 'non_idempotent' },
};

/** A minute: long for something that reads, short enough to notice what hangs. */
const TIMEOUT_MS = 60_000;

/** The manifest of an action. Throws Unreadable. */
export function actionDraft(said: Said): JsonObject {
  const lines = said.argument.map((text) => readArgument(text));
  const [executable = '', ...words] = said.command;
  const used = new Map<string, ArgumentLine>();
  const argv = words.map((word) => argvItem(word, lines, used));
  for (const { name } of lines) {
    if (!used.has(name)) throw new Unreadable('--argument', `the command does not use {${name}}`);
  }
  const required = lines.filter(({ optional }) => !optional).map(({ name }) => name);
  return {
    ...head(said, 'action'),
    intents: said.intent,
    entities: said.entity,
    when_to_use: said.when.map((text) => texts('--when', text)),
    when_not_to_use: said.not.map(boundary),
    side_effect: said.sideEffect,
    ...FOLLOWS[said.sideEffect],
    timeout_ms: TIMEOUT_MS,
    network_policy: said.network,
    requires: { executables: [{ name: executable }] },
    arguments_schema: {
      type: 'object',
      additionalProperties: false,
      ...(required.length === 0 ? {} : { required }),
      properties: Object.fromEntries(lines.map(({ name, schema }) => [name, schema])),
    },
    examples: examplesOf(said, lines),
    ...(said.verify.length === 0 ? {} : { verifies: said.verify }),
    ...(said.affects.length === 0 ? {} : { affected_resources: said.affects }),
    handler: { kind: 'command', executable, argv: argv as unknown as Json, output: outputOf(said.output) },
  };
}

/** The manifest of a recipe, its body with the parts that each recipe has. Throws Unreadable. */
export function recipeDraft(said: Omit<Said, 'sideEffect'>): JsonObject {
  const title = texts('--title', said.title);
  const steps = said.step.map((text) => texts('--step', text));
  const [done, stop] = [texts('--done', said.done), texts('--stop', said.stop)];
  const body = (language: keyof Texts): string =>
    [
      `# ${title[language]}`,
      ...steps.map((step, i) => `## ${i + 1}. ${HEADINGS.step[language]}\n${step[language]}`),
      `## ${HEADINGS.done[language]}\n${done[language]}`,
      `## ${HEADINGS.stop[language]}\n${stop[language]}\n`,
    ].join('\n\n');
  return {
    ...head(said, 'recipe'),
    intents: said.intent,
    entities: said.entity,
    when_to_use: said.when.map((text) => texts('--when', text)),
    when_not_to_use: said.not.map(boundary),
    body: { zh: body('zh'), en: body('en') },
  };
}

const HEADINGS = {
  step: { zh: '步骤', en: 'Step' },
  done: { zh: '怎样算成功', en: 'How to tell that it worked' },
  stop: { zh: '何时停下', en: 'When to stop' },
} as const satisfies Record<string, Texts>;

/** The manifest of a pack. Throws Unreadable. */
export function packDraft(said: Pick<Said, 'id' | 'title' | 'summary' | 'entity' | 'when' | 'not'>): JsonObject {
  return {
    ...head({ ...said, alias: [] }, 'pack'),
    entities: said.entity,
    when_to_use: said.when.map((text) => texts('--when', text)),
    when_not_to_use: said.not.map(boundary),
  };
}

function head({ id, title, summary, alias }: Pick<Said, 'id' | 'title' | 'summary' | 'alias'>, type: string) {
  const aliases = alias.map((text) => texts('--alias', text));
  return {
    id,
    type,
    version: 1,
    title: texts('--title', title),
    summary: texts('--summary', summary),
    ...(aliases.length === 0 ? {} : { aliases: { zh: aliases.map(({ zh }) => zh), en: aliases.map(({ en }) => en) } }),
  };
}

/** `ZH | EN`, or `ZH | EN | the id to take instead`. */
function boundary(text: string): JsonObject {
  const parts = text.split('|').map((part) => part.trim());
  if (parts.length !== 3) return texts('--not', text);
  const [zh = '', en = '', instead = ''] = parts;
  return { ...texts('--not', `${zh} | ${en}`), instead };
}

/** One word of the command line: a literal, or one `{name}` in it. */
function argvItem(word: string, lines: readonly ArgumentLine[], used: Map<string, ArgumentLine>): ArgvItem {
  const found = /^([^{}]*)\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(word);
  if (found === null) {
    const inside = /\{([A-Za-z_][A-Za-z0-9_]*)\}/.exec(word)?.[1];
    if (inside === undefined || !lines.some(({ name }) => name === inside)) return word;
    throw new Unreadable(
      '--argument',
      `{${inside}} in "${word}" has to be the end of its word, and the only one in it`,
    );
  }
  const [, prefix = '', name = ''] = found;
  const line = lines.find((one) => one.name === name);
  if (line === undefined) throw new Unreadable('--argument', `{${name}} in the command is described by no --argument`);
  used.set(name, line);
  return { arg: name, ...(prefix === '' ? {} : { prefix }), ...(line.path ? { path: true } : {}) };
}

function examplesOf({ example }: Said, lines: readonly ArgumentLine[]): JsonObject[] {
  if (lines.length === 0 && example.length === 0) return [{ arguments: {} }];
  return example.map((text) => ({ arguments: readExample(text, lines) }));
}

function outputOf(output: string): JsonObject {
  return output === 'lines' ? { format: 'lines', separator: '\n' } : { format: output };
}
