/** Asking at a terminal: each answer is judged when it is given, and asked for again until nothing is wrong with it. */
import { insist } from './insist.ts';
import { type Flag, type Flags, type Interview, QUESTIONS, type Question } from './questions.ts';
import { askArguments, askExamples, askSteps } from './repeated-questions.ts';

/** Takes what was given and asks for the rest. False: the person has left; what holds is in `said` then too. */
export async function askAll(said: Partial<Flags>, interview: Interview): Promise<boolean> {
  for (const question of QUESTIONS) {
    const value = interview.given[question.flag];
    if (isAsked(question, said, interview) && !(await settle(said, question, value, undefined, interview)))
      return false;
  }
  if (interview.kind === 'pack') return true;
  if (interview.kind === 'recipe') return askSteps(said, interview);
  return describeCommand(said, interview);
}

/**
 * Asks once more for what a part of the manifest came from, and says what is wrong with it. False: the person has left;
 * undefined: no question is about this part.
 */
export async function askAnew(
  said: Partial<Flags>,
  part: string,
  wrong: string,
  interview: Interview,
): Promise<boolean | undefined> {
  const fresh: Interview = { ...interview, given: { ...interview.given, argument: [], example: [], step: [] } };
  if (part === 'arguments_schema') return describeCommand(said, fresh, wrong);
  if (part === 'examples') return askExamples(said, fresh, wrong);
  if (part === 'body') return askSteps(said, fresh, wrong);
  const question = QUESTIONS.find(({ parts, of }) => parts.includes(part) && of.includes(interview.kind));
  if (question === undefined) return undefined;
  if (!(await settle(said, question, undefined, wrong, interview))) return false;
  return question.flag === 'command' ? describeCommand(said, interview) : true;
}

/** The arguments of the command and its examples; where no argument can make it right, the command is asked for again. */
async function describeCommand(said: Partial<Flags>, interview: Interview, wrong?: string): Promise<boolean> {
  const described = await askArguments(said, interview, wrong);
  if (described === true) return askExamples(said, interview);
  if (described === false) return false;
  const question = QUESTIONS.find(({ flag }) => flag === 'command') as Question;
  if (!(await settle(said, question, undefined, described.wrong, interview))) return false;
  return describeCommand(said, interview);
}

function isAsked(question: Question, said: Partial<Flags>, { kind, given, propose }: Interview): boolean {
  if (!question.of.includes(kind)) return false;
  if (given[question.flag]?.length) return true;
  if (question.ofChanges === true) return said.sideEffect !== 'R';
  const { flag } = question;
  return flag === 'entity' || flag === 'intent' ? propose(said)[flag].length === 0 : true;
}

/** So many terms fit beside a question. */
const NEAR = 8;

/** One question, until its answer holds. False: the person has left. */
async function settle(
  said: Partial<Flags>,
  question: Question,
  given: Flags[Flag],
  wrong: string | undefined,
  { ask, judge, known }: Interview,
): Promise<boolean> {
  const { flag } = question;
  const near = flag === 'entity' || flag === 'intent' ? known(flag, said).near.slice(0, NEAR) : [];
  const text = near.length === 0 ? question.text : `${question.text} (near: ${near.join(', ')})`;
  const others = wrong === undefined ? [] : unblamed(said[flag], wrong);
  const value = await insist<string | string[]>(ask, text, {
    given: given === undefined || given.length === 0 ? undefined : given,
    complaint: wrong,
    read: (answer) => flagValue(question, answer, others),
    wrong: (one) => judge({ ...said, [flag]: one }, flag),
  });
  if (value === undefined) return false;
  Object.assign(said, { [flag]: value });
  return true;
}

function flagValue({ as }: Question, answer: string, others: readonly string[]): string | string[] {
  if (as === 'text') return answer;
  return as === 'texts' ? [...others, answer] : answer.split(/\s+/);
}

/** Of several texts those that a complaint does not quote; one text alone is always meant. */
function unblamed(value: Flags[Flag], wrong: string): readonly string[] {
  if (!Array.isArray(value) || value.length < 2) return [];
  const left = value.filter((text) => !text.split('|').some((half) => wrong.includes(half.trim())));
  return left.length === value.length ? [] : left;
}
