/**
 * Whether the search is as sure as it is right: how often the first is right by resolution and by margin, and how much of
 * both is left when only the surest answers are trusted. It knows observations only.
 */
import { measure } from './metrics.ts';
import type { Observation } from './question.ts';

export type Bin = {
  readonly from: number;
  readonly to: number;
  readonly questions: number;
  readonly top1: number;
  readonly recall5: number;
};

export type Calibration = {
  readonly resolutions: readonly {
    readonly resolution: string;
    readonly questions: number;
    readonly top1: number;
    readonly recall5: number;
  }[];
  /** By margin in per mille: from inclusive, to exclusive (the last includes 1000). */
  readonly margins: readonly Bin[];
  /** By how likely an answer was held to be, 0..1: how often there is one. Empty where every question has one. */
  readonly answers: readonly {
    readonly from: number;
    readonly to: number;
    readonly questions: number;
    /** Mean of what was held likely. */
    readonly expected: number;
    readonly observed: number;
  }[];
  /** The surest `questions` by margin, and how often their first is right. */
  readonly trust: readonly { readonly share: number; readonly questions: number; readonly top1: number }[];
};

/** Narrow where answers are close, since that is where they are decided. */
const MARGIN_EDGES = [0, 25, 50, 100, 150, 200, 300, 400, 600, 1000] as const;
const TRUST_STEPS = 10;
const TENTHS = 10;

/** Over questions of kind `single`. */
export function calibrationOf(observations: readonly Observation[]): Calibration {
  const asked = observations.filter(({ question }) => question.kind === 'single');
  const names = [...new Set(asked.map(({ resolution }) => resolution))].sort();
  return {
    resolutions: names.map((resolution) => ({
      resolution,
      ...shares(asked.filter((one) => one.resolution === resolution)),
    })),
    margins: MARGIN_EDGES.slice(0, -1).map((from, at) => {
      const to = MARGIN_EDGES[at + 1] as number;
      const last = at === MARGIN_EDGES.length - 2;
      const within = asked.filter(
        ({ margin }) => margin !== undefined && margin >= from && (margin < to || (last && margin === to)),
      );
      return { from, to, ...shares(within) };
    }),
    answers: answersOf(observations),
    trust: trustOf(asked),
  };
}

/** Over questions that look for one thing and those that have no answer. */
function answersOf(observations: readonly Observation[]): Calibration['answers'] {
  const judged = observations.flatMap(({ question: { kind }, logOdds }) => {
    if (logOdds === undefined || (kind !== 'single' && kind !== 'no_answer')) return [];
    return [{ expected: 1 / (1 + Math.exp(-logOdds / 1000)), answerable: kind === 'single' }];
  });
  if (judged.every(({ answerable }) => answerable)) return [];
  return Array.from({ length: TENTHS }, (_, tenth) => {
    const within = judged.filter(({ expected }) => Math.min(TENTHS - 1, Math.floor(expected * TENTHS)) === tenth);
    const questions = within.length;
    const expected = within.reduce((sum, one) => sum + one.expected, 0) / Math.max(1, questions);
    const observed = within.filter(({ answerable }) => answerable).length / Math.max(1, questions);
    return { from: tenth / TENTHS, to: (tenth + 1) / TENTHS, questions, expected, observed };
  });
}

function trustOf(asked: readonly Observation[]): Calibration['trust'] {
  const surest = asked
    .filter((one): one is Observation & { margin: number } => one.margin !== undefined)
    .sort((a, b) => b.margin - a.margin || (a.question.qid < b.question.qid ? -1 : 1));
  if (surest.length === 0) return [];
  return Array.from({ length: TRUST_STEPS }, (_, step) => {
    const share = (step + 1) / TRUST_STEPS;
    const { questions, top1 } = shares(surest.slice(0, Math.ceil(share * surest.length)));
    return { share, questions, top1 };
  });
}

function shares(of: readonly Observation[]): { questions: number; top1: number; recall5: number } {
  const metrics = of.map(({ question, ids }) => measure(question.groups, ids));
  const share = (name: 'hit1' | 'recall5') =>
    metrics.reduce((sum, one) => sum + one[name], 0) / Math.max(1, metrics.length);
  return { questions: of.length, top1: share('hit1'), recall5: share('recall5') };
}
