/** What stands in a manifest where an author has not answered yet: texts and values that nobody complains of. */
import { type ArgumentLine, readArgument } from './argument-line.ts';
import type { Flags } from './questions.ts';

/** Terms that the vocabulary has. */
export type Terms = { readonly entity: string; readonly intent: string };

/** `said` with everything else filled in. Throws Unreadable for a description of an argument that cannot be read. */
export function filled(said: Partial<Flags>, { entity, intent }: Terms): Flags {
  const described = (said.argument ?? []).map((text) => readArgument(text));
  const command = said.command ?? ['true', '--', ...described.map(({ name }) => `{${name}}`)];
  const missing = namesIn(command).filter((name) => !described.some((one) => one.name === name));
  const added = missing.map((name) => `${name}:path = 参数 | An argument`);
  const lines = [...described, ...added.map((text) => readArgument(text))];
  return {
    title: '标题 | Title',
    summary: '说明文字，长度正好够用 | A text that is just long enough',
    alias: [],
    when: ['随时 | Any time'],
    not: ['从不 | Never'],
    entity: [entity],
    intent: [intent],
    sideEffect: 'R',
    affects: [],
    verify: [],
    step: ['做 | Do it'],
    done: '好了 | It is done',
    stop: '不行 | It fails',
    ...said,
    command,
    argument: [...(said.argument ?? []), ...added],
    example: lines.length === 0 ? (said.example ?? []) : examplesOf(lines, said.example ?? []),
  };
}

/** The arguments that a command names, each once. */
export function namesIn(command: readonly string[]): string[] {
  return [...new Set(command.flatMap((word) => /\{([A-Za-z_]\w*)\}$/.exec(word)?.[1] ?? []))];
}

/** Two are wanted, and no author would give this one. */
function examplesOf(lines: readonly ArgumentLine[], given: readonly string[]): string[] {
  const values = lines.map(({ name, schema }) => [name, schema.type === 'string' ? 'not answered yet' : 987_654]);
  return given.length > 1 ? [...given] : [...given, JSON.stringify(Object.fromEntries(values))];
}
