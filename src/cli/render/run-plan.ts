/** What a call would do and who has to say yes to it: for a person who has to judge it before anything is started. */
import type { ActionRunResponse } from '../../contract/action-run.v1.ts';
import { shellLine } from '../shell-words.ts';
import { fold } from './fold.ts';
import { clean, type Screen } from './screen.ts';
import { judgedLines } from './unforgeable.ts';
import { valueText } from './value.ts';

type Plan = NonNullable<ActionRunResponse['plan']>;
type Confirmation = NonNullable<ActionRunResponse['confirmation']>;

/** Before a yes the summary says it: it is what the yes is bound to, and what is secret is not in it. */
export function planLines(plan: Plan, confirmation: Confirmation | undefined, screen: Screen): string[] {
  const { columns } = screen;
  const what =
    confirmation === undefined
      ? [
          `  ${shellLine([plan.executable, ...plan.argv].map(clean))}`,
          ...(plan.programs ?? []).map((program) => `  using ${clean(program)}`),
          ...requestLines(plan, columns),
        ]
      : judgedLines('  ', confirmation.summary, columns);
  return [
    'It would do this:',
    ...what,
    confirmation === undefined
      ? `  in ${clean(plan.cwd)}, for at most ${plan.timeout_ms} ms`
      : `  for at most ${plan.timeout_ms} ms`,
    ...touchedLines(plan.affected_resources, columns),
    ...networkLines(plan.network, screen),
    ...(confirmation === undefined ? memoryLines(plan.memory, screen) : []),
  ];
}

/** One thing a line, in words or by its name alone. */
export function touchedLines(resources: readonly string[], columns: number): string[] {
  if (resources.length === 0) return [];
  return ['It touches:', ...resources.flatMap((resource) => judgedLines('  - ', resource, columns))];
}

/** Nothing, where network_policy holds; else that it does not, and why: who judges a call has to know. */
export function networkLines(network: Plan['network'], { columns }: Screen): string[] {
  const words = unenforcedWords(network);
  return words === undefined ? [] : fold(`${words.replace('it', 'It')}: ${clean(network.how)}`, columns).split('\n');
}

/** What network_policy wants and this machine does not enforce; undefined where it does. */
export function unenforcedWords({ policy, state }: Plan['network']): string | undefined {
  if (state !== 'unenforced') return undefined;
  return `it should reach ${policy === 'none' ? 'no network' : 'this machine only'}, and that is unenforced`;
}

/** Nothing, where there is no limit. A summary says itself what does not hold. */
function memoryLines(memory: Plan['memory'], { columns }: Screen): string[] {
  if (memory === undefined) return [];
  if (memory.state === 'enforced') {
    return fold(`Each process may hold ${memory.limit_mb} MB: ${clean(memory.how)}`, columns).split('\n');
  }
  const text = `It should hold at most ${memory.limit_mb} MB of memory, and that is unenforced: ${clean(memory.how)}`;
  return fold(text, columns).split('\n');
}

/** Who says yes, and the rule that asks for it. */
export function questionLines({ approver, rule }: Confirmation, screen: Screen): string[] {
  const who = approver === 'human' ? 'It waits for the yes of a human, on a terminal' : 'It waits for your yes';
  return [...fold(`${who}: ${clean(rule)}.`, screen.columns).split('\n'), ...policyFileLines(rule, screen)];
}

/** Where the rule stands that a text names. */
export function policyFileLines(text: string, { policyFiles = [] }: Screen): string[] {
  const [, level] = LEVEL.exec(text) ?? [];
  return policyFiles.filter((file) => file.level === level).map(({ path }) => `  policy file: ${clean(path)}`);
}

const LEVEL = / of the (\w+) policy/;

function requestLines({ request }: Plan, columns: number): string[] {
  if (request === undefined) return [];
  const text = valueText(request, columns - 2, (key) => key);
  return text.split('\n').map((line) => `  ${line}`);
}
