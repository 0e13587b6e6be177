/**
 * The line of an evaluation: run each set with the arm, compare it with another arm or an earlier report, ablate, report.
 * It knows no files; catalogs, questions and the clock are given.
 */
import { sha256Hex } from '../canon/hash.ts';
import { canonicalJson } from '../canon/json.ts';
import type { EvalReport } from '../contract/eval-report.v1.ts';
import { RANKING } from '../fulltext/ranking-config.ts';
import { isRefusal, type Refusal } from '../reason/refusal.ts';
import type { Snapshot } from '../snapshot/read.ts';
import { ANALYZER_FINGERPRINT } from '../text/fingerprint.ts';
import { ABLATIONS, type Arm } from './arms.ts';
import { RESAMPLES } from './bootstrap.ts';
import { compareRuns, type RankedQuestion } from './comparison.ts';
import { figuresHash, presentRow, presentSet, presentTiming } from './present.ts';
import { type JudgedSet, runSet, type SetRun } from './run-set.ts';

export type Plan = {
  readonly arm: Arm;
  /** What the arm is compared with. */
  readonly against?: Arm | { readonly name: string; readonly report: EvalReport };
  readonly ablation: boolean;
  /** Microseconds, any origin. */
  readonly clock: () => number;
  /** The catalog of sets that bring none. */
  readonly catalog?: Snapshot;
};

export type Evaluation = { readonly report: EvalReport; readonly runs: readonly SetRun[] };

/** Runs the sets one after the other: each is let go before the next is made, as foreign catalogs are large. */
export async function evaluate(sets: Iterable<JudgedSet>, plan: Plan): Promise<Evaluation | Refusal> {
  const runs: SetRun[] = [];
  const comparisons = comparisonsOf(plan);
  for (const set of sets) {
    const run = await runSet(set, plan.arm, plan.clock);
    if (isRefusal(run)) return run;
    runs.push(run);
    for (const { shown, earlier } of comparisons) {
      const before = await earlier(set);
      if (isRefusal(before)) return before;
      shown.rows.push(...compareRuns(before, run.observations).map((row) => presentRow(run.name, row)));
    }
  }
  const shown = comparisons.map((comparison) => comparison.shown);
  return { report: reportOf(runs, plan, shown), runs };
}

/** What was measured, so that nothing that changes an answer leaves it the same. */
export function configurationOf(runs: readonly SetRun[], { arm, catalog }: Pick<Plan, 'arm' | 'catalog'>) {
  const answers = runs
    .filter(({ half }) => half !== 'test')
    .map(({ name, observations }) => [
      name,
      observations.map(({ question: { kind, qid }, ids, resolution, abstained }) => {
        return [kind, qid, ids, resolution, abstained];
      }),
    ]);
  const facts = {
    arm: arm.name,
    ...(catalog === undefined
      ? {}
      : { catalog: { source_hash: catalog.sourceHash, surface_hash: catalog.surfaceHash } }),
    analyzer: ANALYZER_FINGERPRINT,
    ranking_hash: sha256Hex(canonicalJson(RANKING)),
    behaviour_hash: sha256Hex(canonicalJson(answers)),
  };
  return { hash: sha256Hex(canonicalJson(facts)), ...facts };
}

/** Nothing about a single question of a sealed half leaves in a report. */
export function reportOf(runs: readonly SetRun[], plan: Plan, comparisons: EvalReport['comparisons'] = []): EvalReport {
  const figures = {
    configuration: configurationOf(runs, plan),
    sets: runs.map((run) => presentSet(run, run.half !== 'test')),
    ...(comparisons.length === 0 ? {} : { comparisons }),
  };
  const timing = runs.flatMap((run) => presentTiming(run) ?? []);
  return { version: 'eval-report.v1', ...figures, figures_hash: figuresHash(figures), timing };
}

type Comparison = NonNullable<EvalReport['comparisons']>[number];

/** A comparison that is being filled, and the run before it, set by set. */
type Pending = {
  readonly shown: Comparison;
  readonly earlier: (set: JudgedSet) => Promise<readonly RankedQuestion[] | Refusal>;
};

function comparisonsOf({ against, ablation, clock }: Plan): Pending[] {
  const withArm = (other: Arm, purpose: Comparison['purpose']): Pending => ({
    shown: { against: other.name, purpose, resamples: RESAMPLES, rows: [] },
    earlier: async (set) => {
      const run = await runSet(set, other, clock);
      return isRefusal(run) ? run : run.observations;
    },
  });
  const asked =
    against === undefined ? [] : ['report' in against ? withReport(against) : withArm(against, 'comparison')];
  const parts = ablation ? ABLATIONS : [];
  return [...asked, ...parts.map((part) => withArm(part, 'ablation'))];
}

function withReport({ name, report }: { readonly name: string; readonly report: EvalReport }): Pending {
  return {
    shown: { against: name, purpose: 'comparison', resamples: RESAMPLES, rows: [] },
    earlier: async (set) => {
      const results = report.sets.find((one) => one.name === set.name && one.half === set.half)?.results ?? [];
      return results.map(({ qid, kind, ids }) => ({ question: { qid, kind }, ids }));
    },
  };
}
