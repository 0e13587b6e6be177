/** One set of judged questions over one catalog, run whole. It knows no files and no report. */
import { sha256Hex } from '../canon/hash.ts';
import { canonicalJson } from '../canon/json.ts';
import { compileCapabilities } from '../compile/compile.ts';
import { RANKING } from '../fulltext/ranking-config.ts';
import { isRefusal, type Refusal } from '../reason/refusal.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { NumericSection } from '../text/views.ts';
import { govern } from '../verbs/governance.ts';
import type { World } from '../verbs/world.ts';
import { type Arm, DEFAULT_ARM } from './arms.ts';
import { type Disclosure, disclosureOf } from './disclosure.ts';
import { type ForeignTool, foreignCapability } from './foreign-set.ts';
import type { Half } from './judgements.ts';
import { observe } from './observe.ts';
import type { Observation, Question } from './question.ts';
import { bareWorld, inspectionBytes, openBytes, searcherOf } from './searcher.ts';

/** What is to be run: questions over the catalog of a world. */
export type JudgedSet = {
  readonly name: string;
  readonly half?: Half;
  readonly questions: readonly Question[];
  readonly world: World;
  /** The set brings its own catalog, so a question without its answer there is a miss, not a question about another catalog. */
  readonly closed: boolean;
};

export type SetRun = {
  readonly name: string;
  readonly half?: Half;
  readonly judgementsHash: string;
  readonly capabilities: number;
  /** Questions that were not asked, as none of their answers is in the catalog. */
  readonly leftOut: number;
  readonly observations: readonly Observation[];
  /** Of the default arm only: the others answer no contract. */
  readonly disclosure?: Disclosure;
};

/** Runs one set with one arm. A refusal when the world's catalog or policy cannot be used. */
export async function runSet(set: JudgedSet, arm: Arm, clock: () => number): Promise<SetRun | Refusal> {
  const { name, half, questions, world, closed } = set;
  const [snapshot, policy] = [world.snapshot(), world.policy()];
  if (isRefusal(snapshot)) return snapshot;
  if (isRefusal(policy)) return policy;
  const { hidden } = govern(policy, snapshot, world.caller);
  const knows = (id: string) => snapshot.find(id) >= 0 && hidden?.(id) !== true;
  const asked = questions.filter((question) => closed || isAnswerable(question, knows));
  const observations = observe(asked, searcherOf(world, snapshot, clock, await arm.open(world, snapshot, asked)));
  const disclosed = () => disclosureOf(observations, snapshot, hidden, (id) => inspectionBytes(id, world));
  return {
    name,
    ...(half === undefined ? {} : { half }),
    judgementsHash: sha256Hex(canonicalJson(questions)),
    capabilities: visible(snapshot, hidden),
    leftOut: questions.length - asked.length,
    observations,
    ...(arm.name === DEFAULT_ARM && asked.some(({ kind }) => kind === 'single') ? { disclosure: disclosed() } : {}),
  };
}

/** The world over a foreign set's tools. `language`: sections of the dictionary and the lexicon; null for neither. */
export function foreignWorld(tools: readonly ForeignTool[], language: readonly NumericSection[] | null): World {
  const compiled = compileCapabilities(tools.map(foreignCapability), {
    ranking: RANKING,
    ...(language === null ? {} : { dictionary: language }),
  });
  return bareWorld(openBytes(compiled.snapshot));
}

/** Some answer for each part of the question; a question that has no answer by itself is always asked. */
function isAnswerable({ kind, groups }: Question, knows: (id: string) => boolean): boolean {
  if (groups.length === 0) return true;
  const some = (group: readonly string[]) => group.some(knows);
  return kind === 'single' ? groups.some(some) : groups.every(some);
}

function visible(snapshot: Snapshot, hidden: ((id: string) => boolean) | undefined): number {
  if (hidden === undefined) return snapshot.count;
  let count = 0;
  for (let doc = 0; doc < snapshot.count; doc += 1) if (!hidden(snapshot.id(doc))) count += 1;
  return count;
}
