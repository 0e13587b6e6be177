/**
 * `node scripts/fit-confidence.ts -- [--sets DIR] [--save FILE]`: fits and measures how sure a search may be (src/search/resolution.ts), on the own
 * development half and on foreign sets. Prints the weights in the model's whole numbers, each set's figures with that
 * set left out of the fit, and the calibration curve.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { queryWithinBudget } from '../src/evaluation/ask.ts';
import { type ForeignTool, foreignCapability } from '../src/evaluation/foreign-set.ts';
import { fileQuestions, ownQuestions, parseJsonLines } from '../src/evaluation/judgements.ts';
import { compileDefault, languageSections } from './build-snapshot.ts';
import { byGroups, bySets, type Fitting } from './confidence/cross-validate.ts';
import { areaUnderCurve, type Example, type Fitted, fitLogistic, logOddsOf, quantile } from './confidence/logistic.ts';
import { type JudgedSet, type Observation, observe } from './confidence/observe.ts';

const JUDGEMENTS = join(import.meta.dirname, '../golden/judgements');
/** What a set is about, so that the questions of another subject have no answer in it. Others may hold anything. */
const SUBJECTS: readonly (readonly [RegExp, string])[] = [
  [/^(dws|lark)/, 'office'],
  [/^(azcli|k8s)/, 'cloud'],
  [/^own$/, 'computing'],
];
/**
 * What somebody judged to have no answer is what people really ask in vain; questions of another set are mostly far off,
 * and one whose answer was left out may well be served by a sibling. With these weights instead of 1, 1 and a half fewer
 * questions of every foreign set are falsely held unanswerable at the same limit, and more own ones are recognised.
 */
const WEIGHT = { has_answer: 1.5, other_set: 0.5, left_out: 0.2, judged_without: 6 } as const;

/** People mostly ask for what is there: three of four questions have an answer, however many examples say so. */
const ODDS_OF_ANSWER = 3;
const HAS_ANSWER: Fitting = {
  train: (from) => {
    const all = examples(from, hasAnswer, withElsewhere);
    const weigh = (isTrue: boolean) => all.reduce((sum, one) => (one.isTrue === isTrue ? sum + one.weight : sum), 0);
    const { weights, bias } = fitLogistic(all);
    return { weights, bias: bias + Math.log((ODDS_OF_ANSWER * weigh(false)) / weigh(true)) };
  },
  features: withElsewhere,
};

const { values } = parseArgs({ options: { sets: { type: 'string' }, save: { type: 'string' } } });
const language = languageSections();
const own = ownSet();
const sets = [own.set, ...foreignSets(values.sets)];
const seen = sets.flatMap((set) => {
  const others = sets.filter((other) => other.name !== set.name && mayAsk(set, other));
  const found = observe(set, others, set === own.set ? own.without : [], language);
  console.error(`${set.name}: ${found.length} observations`);
  return found;
});
if (values.save !== undefined) writeFileSync(values.save, seen.map((one) => `${JSON.stringify(one)}\n`).join(''));
report();

function report(): void {
  const answerable = HAS_ANSWER.train(seen);
  console.log(
    'log-odds x 1000 that there is an answer, from',
    Object.keys(seen[0]?.evidence ?? {}).join(', '),
    'and elsewhere',
  );
  console.log(inWholeNumbers(answerable));
  console.log(
    '\nset            kind            count   AUC  caught at 2% and 5% false alarms (set left out of the fit)',
  );
  for (const { name } of sets) reportSet(name);
  reportLimits();
  const right = fitLogistic(examples(seen.filter(hasAnswer), firstIsRight, withMargin));
  console.log('\nlog-odds x 1000 that the first is right, from the same, margin:', inWholeNumbers(right));
  curve('there is an answer', answerable, withElsewhere, hasAnswer);
  curve('the first is right', right, withMargin, firstIsRight);
}

function reportSet(name: string): void {
  const scored = bySets(seen, name, HAS_ANSWER);
  const score = (kind: Observation['kind']) =>
    scored.filter(({ one }) => one.kind === kind).map(({ logOdds }) => logOdds);
  const trues = score('has_answer');
  for (const kind of ['judged_without', 'other_set', 'left_out'] as const) {
    const falses = score(kind);
    if (falses.length === 0) continue;
    const caught = [0.02, 0.05].map((share) => {
      const limit = quantile(trues, share);
      return percent(falses.filter((value) => value < limit).length / falses.length);
    });
    const area = areaUnderCurve(trues, falses).toFixed(3);
    console.log(`${name.padEnd(15)}${kind.padEnd(15)}${String(falses.length).padStart(6)} ${area}${caught.join('')}`);
  }
}

/** The choice of the limit below which a search abstains: what holds for own questions that the fit has not seen. */
function reportLimits(): void {
  const ways = [byGroups(seen, own.set.name, HAS_ANSWER), bySets(seen, own.set.name, HAS_ANSWER)];
  console.log(
    '\nlimit: own questions falsely held unanswerable, unanswerable ones recognised; packs left out, all own left out',
  );
  for (let limit = -700; limit <= 1000; limit += 100) {
    const below = (kind: Observation['kind']) =>
      ways.map((scored) => {
        const of = scored.filter(({ one }) => one.kind === kind);
        return of.filter(({ logOdds }) => 1000 * logOdds < limit).length / Math.max(1, of.length);
      });
    const [falsely, recognised] = [below('has_answer'), below('judged_without')];
    console.log(
      `${String(limit).padStart(6)}${ways.map((_, at) => `${percent(falsely[at] ?? 0)}${percent(recognised[at] ?? 0)}`).join('   ')}`,
    );
  }
}

/** How often it is true, by what the model says. */
function curve(
  title: string,
  fitted: Fitted,
  features: (one: Observation) => number[],
  isTrue: (one: Observation) => boolean,
): void {
  console.log(`\n${title}: said, true, by tenths of what is said`);
  const rows = seen
    .filter(({ kind }) => kind !== 'left_out')
    .map((one) => ({ said: 1 / (1 + Math.exp(-logOddsOf(fitted, features(one)))), isTrue: isTrue(one) }));
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const bin = rows.filter(({ said }) => Math.min(9, Math.floor(said * 10)) === tenth);
    if (bin.length === 0) continue;
    const said = bin.reduce((sum, row) => sum + row.said, 0) / bin.length;
    const held = bin.filter((row) => row.isTrue).length / bin.length;
    console.log(`${percent(said)}${percent(held)}${String(bin.length).padStart(7)}`);
  }
}

/** Each set and kind weighs the same, however many questions it has. */
function examples(
  from: readonly Observation[],
  isTrue: (one: Observation) => boolean,
  features: (one: Observation) => number[],
): Example[] {
  const sizes = new Map<string, number>();
  const group = ({ set, kind }: Observation) => `${set} ${kind}`;
  for (const one of from) sizes.set(group(one), (sizes.get(group(one)) ?? 0) + 1);
  return from
    .map((one) => ({ x: features(one), isTrue: isTrue(one), weight: WEIGHT[one.kind] / (sizes.get(group(one)) ?? 1) }))
    .filter(({ weight }) => weight > 0);
}

function hasAnswer({ kind }: Observation): boolean {
  return kind === 'has_answer';
}

function firstIsRight(one: Observation): boolean {
  return one.firstIsRight;
}

function evidenceOf({ evidence }: Observation): number[] {
  return Object.values(evidence).map((perMille) => perMille / 1000);
}

function withElsewhere(one: Observation): number[] {
  return [...evidenceOf(one), one.elsewhere / 1000];
}

function withMargin(one: Observation): number[] {
  return [...evidenceOf(one), Math.min(one.margin, 300) / 1000];
}

function inWholeNumbers({ weights, bias }: Fitted): string {
  return `${weights.map((weight) => Math.round(1000 * weight)).join(', ')}; bias ${Math.round(1000 * bias)}`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1).padStart(7);
}

function mayAsk(set: JudgedSet, other: JudgedSet): boolean {
  return set.subject !== null && (other.subject !== null || set.subject !== 'office');
}

function ownSet(): { set: JudgedSet; without: string[] } {
  const compiled = compileDefault(language);
  if (Array.isArray(compiled)) throw new Error('the default catalog does not compile');
  const all = ownQuestions((file) => readFileSync(join(JUDGEMENTS, `${file}.jsonl`), 'utf8'), 'dev');
  const questions = all
    .filter(({ kind }) => kind === 'single')
    .map(({ query, groups, acceptable }) => ({
      text: queryWithinBudget(query),
      answers: [...groups.flat(), ...acceptable],
    }));
  const without = all.filter(({ kind }) => kind === 'no_answer').map(({ query }) => query);
  return { set: { name: 'own', subject: 'computing', capabilities: compiled.capabilities, questions }, without };
}

function foreignSets(root: string | undefined): JudgedSet[] {
  if (root === undefined) return [];
  const names = readdirSync(root)
    .filter((name) => existsSync(join(root, name, 'queries.jsonl')))
    .sort();
  return names.map((name) => {
    const text = (file: string) => readFileSync(join(root, name, file), 'utf8');
    return {
      name,
      subject: SUBJECTS.find(([pattern]) => pattern.test(name))?.[1] ?? null,
      capabilities: parseJsonLines<ForeignTool>(text('tools.jsonl')).map(foreignCapability),
      questions: fileQuestions(name, text('queries.jsonl'))
        .filter(({ groups }) => groups.length === 1)
        .map(({ query, groups }) => ({ text: queryWithinBudget(query), answers: groups[0] ?? [] })),
    };
  });
}
