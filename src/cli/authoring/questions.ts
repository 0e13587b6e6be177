/** What is asked at a terminal, one question for everything that the flags left open. It knows no manifest. */

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
  command: string[];
};

/** Asks one question; undefined when the person has left. */
export type Ask = (question: string) => Promise<string | undefined>;

type Row = { readonly flag: keyof Flags; readonly question: string; readonly packs: boolean };

/** In the order in which they are asked: what it is, how it is found, what it does. */
const QUESTIONS: readonly Row[] = [
  { flag: 'title', question: 'Title, Chinese | English', packs: true },
  { flag: 'summary', question: 'What comes back and from what, Chinese | English', packs: true },
  { flag: 'alias', question: 'What people say who want it, Chinese | English', packs: false },
  { flag: 'when', question: 'A situation where it is right, Chinese | English', packs: true },
  { flag: 'not', question: 'A situation where it is wrong, Chinese | English [| id to take instead]', packs: true },
  { flag: 'sideEffect', question: 'What it changes: R nothing, W-local, W-shared, I for good', packs: false },
  { flag: 'command', question: 'The command, {name} for an argument (du -s -- {directory})', packs: false },
];

/** Fills in what is missing. Answers false when the person has left. */
export async function askMissing(flags: Flags, isPack: boolean, ask: Ask): Promise<boolean> {
  for (const { flag, question, packs } of QUESTIONS) {
    if ((isPack && !packs) || isGiven(flags[flag])) continue;
    const answer = (await ask(`${question}: `))?.trim();
    if (answer === undefined) return false;
    if (answer !== '') put(flags, flag, flag === 'command' ? answer.split(/\s+/) : answer);
  }
  return isPack || (await askArguments(flags, ask));
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
