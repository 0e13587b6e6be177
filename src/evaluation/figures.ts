/**
 * From observations to figures: rank metrics by kind and by slice, what came first and must not, and whether silence was
 * right. It knows neither the search nor the report's wire names.
 */
import { mean, measure, type QueryMetrics } from './metrics.ts';
import { KINDS, type Kind, type Observation } from './question.ts';

export type Scores = QueryMetrics & { readonly questions: number };

/** `hits` of `of` questions. */
export type Rate = { readonly hits: number; readonly of: number };

export type Slice = {
  readonly by: 'language' | 'pack' | 'tag' | 'answers';
  readonly value: string;
  readonly scores: Scores;
};

export type Figures = {
  readonly kinds: readonly { readonly kind: Kind; readonly scores: Scores }[];
  /** Of questions that look for one thing (kind `single`). */
  readonly slices: readonly Slice[];
  /** Of questions of kind `single`; `guarded` of them name ids that must not come first. */
  readonly forbidden: { readonly guarded: number; readonly at1: Rate; readonly at5: Rate };
  readonly vague: { readonly highImpactAt1: Rate; readonly acceptableAt1: Rate };
  readonly abstention: Abstention;
};

export type Abstention = {
  /** Questions without an answer of which the search says so: recall; also by tag (far, near). */
  readonly recognised: Rate;
  readonly recognisedByTag: readonly { readonly tag: string; readonly rate: Rate }[];
  /** Abstentions that are right: precision, over all kinds. */
  readonly right: Rate;
  /** Questions of kind `single` that the search abstained from although there is an answer. */
  readonly false: Rate;
};

export function figuresOf(observations: readonly Observation[]): Figures {
  const of = (kind: Kind) => observations.filter(({ question }) => question.kind === kind);
  const judged = observations.filter(({ question }) => question.groups.length > 0);
  const [single, vague] = [of('single'), of('vague')];
  return {
    kinds: KINDS.flatMap((kind) => {
      const scored = judged.filter(({ question }) => question.kind === kind);
      return scored.length === 0 ? [] : [{ kind, scores: scoresOf(scored) }];
    }),
    slices: slicesOf(single),
    forbidden: {
      guarded: single.filter(({ question }) => question.forbidden.length > 0).length,
      at1: rate(single, (one) => forbiddenIn(one, 1)),
      at5: rate(single, (one) => forbiddenIn(one, 5)),
    },
    vague: {
      highImpactAt1: rate(vague, (one) => forbiddenIn(one, 1)),
      acceptableAt1: rate(vague, ({ question, ids }) => question.acceptable.includes(ids[0] ?? '')),
    },
    abstention: abstentionOf(observations, of('no_answer'), single),
  };
}

/** The metrics of one observation. */
export function metricsOf({ question, ids }: Observation): QueryMetrics {
  return measure(question.groups, ids);
}

/** Means over observations. */
export function scoresOf(observations: readonly Observation[]): Scores {
  return { questions: observations.length, ...mean(observations.map(metricsOf)) };
}

function abstentionOf(
  all: readonly Observation[],
  unanswerable: readonly Observation[],
  single: readonly Observation[],
): Abstention {
  const silent = ({ abstained }: Observation) => abstained;
  const tags = unique(unanswerable.flatMap(({ question }) => question.tags)).filter((tag) => DOMAINS.includes(tag));
  return {
    recognised: rate(unanswerable, silent),
    recognisedByTag: tags.map((tag) => ({
      tag,
      rate: rate(
        unanswerable.filter(({ question }) => question.tags.includes(tag)),
        silent,
      ),
    })),
    right: rate(all.filter(silent), ({ question }) => question.kind === 'no_answer'),
    false: rate(single, silent),
  };
}

/** How far from the catalog's own subject a question without an answer is. */
const DOMAINS: readonly string[] = ['far', 'near'];

/** By language, by tag, by pack, and by whether one or several answers are asked for; where there is more than one value. */
function slicesOf(observations: readonly Observation[]): Slice[] {
  const values: Readonly<Record<Slice['by'], (one: Observation) => readonly string[]>> = {
    language: ({ question }) => (question.language === '' ? [] : [question.language]),
    tag: ({ question }) => question.tags,
    pack: ({ question }) => [question.cluster],
    answers: ({ question }) => [question.groups.length > 1 ? 'several' : 'one'],
  };
  return (Object.keys(values) as Slice['by'][]).flatMap((by) => {
    const found = unique(observations.flatMap(values[by]));
    if (found.length < 2) return [];
    return found.map((value) => ({
      by,
      value,
      scores: scoresOf(observations.filter((one) => values[by](one).includes(value))),
    }));
  });
}

function forbiddenIn({ question, ids }: Observation, depth: number): boolean {
  return ids.slice(0, depth).some((id) => question.forbidden.includes(id));
}

function rate(of: readonly Observation[], holds: (one: Observation) => boolean): Rate {
  return { hits: of.filter(holds).length, of: of.length };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
