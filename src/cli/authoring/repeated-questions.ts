/** What is asked once for each `{name}` of a command, for each example and for each step. */
import { namesIn } from './fill.ts';
import { insist } from './insist.ts';
import type { Flags, Interview } from './questions.ts';

/** One step after the other, until nothing is said. False: the person has left. */
export async function askSteps(said: Partial<Flags>, interview: Interview, wrong?: string): Promise<boolean> {
  const { given, ask, judge } = interview;
  let complaint = wrong;
  if (given.step.length > 0) {
    complaint = judge({ ...said, step: given.step }, 'step');
    if (complaint === undefined) return take(said, { step: given.step });
  }
  const steps: string[] = [];
  for (;;) {
    const end = steps.length === 0 ? '' : ', nothing to end';
    const step = await insist(ask, `Step ${steps.length + 1}, Chinese | English, {cap:ID} for a capability${end}`, {
      complaint,
      ...(steps.length === 0 ? {} : { otherwise: '' }),
      read: (answer) => answer,
      wrong: (one) => (one === '' ? undefined : judge({ ...said, step: [...steps, one] }, 'step')),
    });
    if (step === undefined) return false;
    if (step === '') return take(said, { step: steps });
    steps.push(step);
    take(said, { step: [...steps] });
    complaint = undefined;
  }
}

/** Describes each `{name}` of the command. False: the person has left; `wrong`: no description can make the command right. */
export async function askArguments(
  said: Partial<Flags>,
  { given, ask, judge }: Interview,
  wrong?: string,
): Promise<boolean | { readonly wrong: string }> {
  const lines: string[] = [];
  const judged = (line: string) => judge({ ...said, argument: [...lines, line] }, 'argument');
  let complaint = wrong;
  for (const name of namesIn(said.command ?? [])) {
    const before = given.argument.find((line) => new RegExp(`^\\s*${name}\\b`).test(line));
    complaint = before === undefined ? complaint : judged(before);
    if (before !== undefined && complaint === undefined) {
      lines.push(before);
      continue;
    }
    const type = await insist(ask, `Is {${name}} a path, text, integer or number? [path]`, {
      complaint,
      otherwise: 'path',
      read: (answer) => answer,
      wrong: (one) => judged(`${name}:${one} = 参数 | An argument`),
    });
    if (type === undefined) return false;
    const misplaced = judge({ ...said, argument: [...lines, `${name}:${type} = 参数 | An argument`] }, 'command');
    if (misplaced !== undefined) return { wrong: misplaced };
    const line = await insist(ask, `{${name}}, Chinese | English`, {
      read: (answer) => `${name}:${type} = ${answer}`,
      wrong: judged,
    });
    if (line === undefined) return false;
    lines.push(line);
    take(said, { argument: [...lines] });
    complaint = undefined;
  }
  return take(said, { argument: lines });
}

/** Two examples, a value for each `{name}`. False: the person has left. */
export async function askExamples(said: Partial<Flags>, interview: Interview, wrong?: string): Promise<boolean> {
  const { given, ask, judge } = interview;
  const names = namesIn(said.command ?? []);
  let complaint = wrong;
  if (given.example.length > 0) {
    complaint = judge({ ...said, example: given.example }, 'example');
    if (complaint === undefined) return take(said, { example: given.example });
  }
  const examples: string[] = [];
  while (names.length > 0 && examples.length < 2) {
    const which = examples.length === 0 ? 'One' : 'Another';
    const values: [string, string | number][] = [];
    for (const name of names) {
      const value = await insist(ask, `${which} example value of {${name}}`, {
        complaint,
        // As an example is typed behind --example; the value alone is meant.
        read: (answer) => (answer.startsWith(`${name}=`) ? answer.slice(name.length + 1) : answer),
        wrong: () => undefined,
      });
      if (value === undefined) return false;
      values.push([name, isNumber(name, said) && !Number.isNaN(Number(value)) ? Number(value) : value]);
      complaint = undefined;
    }
    const example = JSON.stringify(Object.fromEntries(values));
    complaint = judge({ ...said, example: [...examples, example] }, 'example');
    if (complaint === undefined) examples.push(example);
    take(said, { example: [...examples] });
  }
  return true;
}

function isNumber(name: string, { argument = [] }: Partial<Flags>): boolean {
  return argument.some((line) => new RegExp(`^\\s*${name}\\??:(?:integer|number)\\b`).test(line));
}

function take(said: Partial<Flags>, more: Partial<Flags>): true {
  Object.assign(said, more);
  return true;
}
