/** What is asked at a terminal, one question for everything that the flags left open. It knows no manifest. */

/** What can be made anew. */
export type Kind = 'action' | 'recipe' | 'pack';

/** Flags as the parser gives them; what was not given is undefined or empty. */
export type Flags = {
  title?: string;
  summary?: string;
  alias: string[];
  when: string[];
  not: string[];
  entity: string[];
  intent: string[];
  argument: string[];
  example: string[];
  sideEffect?: string;
  affects: string[];
  verify: string[];
  step: string[];
  done?: string;
  stop?: string;
  command: string[];
};

/** Asks one question; undefined when the person has left. */
export type Ask = (question: string) => Promise<string | undefined>;

type Row = { readonly flag: keyof Flags; readonly question: string; readonly of: readonly Kind[] };

const ALL: readonly Kind[] = ['action', 'recipe', 'pack'];

/** In the order in which they are asked: what it is, how it is found, what it does. */
const QUESTIONS: readonly Row[] = [
  { flag: 'title', question: 'Title, Chinese | English', of: ALL },
  { flag: 'summary', question: 'What comes back and from what, Chinese | English', of: ALL },
  { flag: 'alias', question: 'What people say who want it, Chinese | English', of: ['action', 'recipe'] },
  { flag: 'when', question: 'A situation where it is right, Chinese | English', of: ALL },
  { flag: 'not', question: 'A situation where it is wrong, Chinese | English [| id to take instead]', of: ALL },
  { flag: 'sideEffect', question: 'What it changes: R nothing, W-local, W-shared, I for good', of: ['action'] },
  { flag: 'command', question: 'The command, {name} for an argument (du -s -- {directory})', of: ['action'] },
  { flag: 'done', question: 'How to tell that it worked, Chinese | English', of: ['recipe'] },
  { flag: 'stop', question: 'When to stop, Chinese | English', of: ['recipe'] },
];

/** Fills in what is missing. Answers false when the person has left. */
export async function askMissing(flags: Flags, kind: Kind, ask: Ask): Promise<boolean> {
  for (const { flag, question, of } of QUESTIONS) {
    if (!of.includes(kind) || isGiven(flags[flag])) continue;
    const answer = (await ask(`${question}: `))?.trim();
    if (answer === undefined) return false;
    if (answer !== '') put(flags, flag, flag === 'command' ? answer.split(/\s+/) : answer);
  }
  if (kind === 'pack') return true;
  return kind === 'recipe' ? await askSteps(flags, ask) : await askArguments(flags, ask);
}

/** One step after the other, until nothing is said. */
async function askSteps(flags: Flags, ask: Ask): Promise<boolean> {
  if (flags.step.length > 0) return true;
  for (;;) {
    const number = flags.step.length + 1;
    const answer = (
      await ask(`Step ${number}, Chinese | English, {cap:ID} for a capability, nothing to end: `)
    )?.trim();
    if (answer === undefined) return false;
    if (answer === '') return true;
    flags.step.push(answer);
  }
}

/** Describes each `{name}` of the command, and takes two example values for each. */
async function askArguments(flags: Flags, ask: Ask): Promise<boolean> {
  const names = [...new Set(flags.command.flatMap((word) => /\{(\w+)\}$/.exec(word)?.[1] ?? []))];
  const numbers = new Set<string>();
  for (const name of names) {
    if (flags.argument.some((line) => new RegExp(`^\\s*${name}\\b`).test(line))) continue;
    const answered = await ask(`{${name}} is a path, text, integer or number [path]: `);
    const texts = await ask(`{${name}}, Chinese | English: `);
    if (answered === undefined || texts === undefined) return false;
    const type = answered.trim() === '' ? 'path' : answered.trim();
    if (type === 'integer' || type === 'number') numbers.add(name);
    flags.argument.push(`${name}:${type} = ${texts}`);
  }
  if (names.length === 0 || flags.example.length > 0) return true;
  for (const which of ['One', 'Another']) {
    const values: [string, string | number][] = [];
    for (const name of names) {
      const value = (await ask(`${which} example value of {${name}}: `))?.trim();
      if (value === undefined) return false;
      values.push([name, numbers.has(name) ? Number(value) : value]);
    }
    flags.example.push(JSON.stringify(Object.fromEntries(values)));
  }
  return true;
}

function isGiven(value: string | readonly string[] | undefined): boolean {
  return value !== undefined && value.length > 0;
}

function put(flags: Flags, flag: keyof Flags, value: string | string[]): void {
  const lists: { [name: string]: string | string[] | undefined } = flags;
  lists[flag] = Array.isArray(lists[flag]) && !Array.isArray(value) ? [value] : value;
}
