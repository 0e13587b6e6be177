/**
 * What a policy says beside its rules: limits of a run, how long records are kept, and whether searches leave a trace. Of
 * several files the strictest value wins. Pure; whoever enforces it is elsewhere.
 */
import { SIDE_EFFECTS, type SideEffect } from '../capability/capability.ts';

export const TRACES = ['off', 'digest', 'text'] as const;

export type Limits = {
  readonly concurrent_runs?: number | undefined;
  readonly memory_mb?: number | undefined;
  /** Which policy demands that nothing runs where a limit of it cannot be enforced: user, project or organisation. */
  readonly unenforcedDeniedBy?: string | undefined;
  /** Milliseconds, by what a run may change. */
  readonly timeout_ms?: { readonly [effect in SideEffect]?: number | undefined } | undefined;
};

export type Keep = {
  readonly audit_days?: number | undefined;
  readonly journal_days?: number | undefined;
  /** Least disclosing first; off when nobody says anything. */
  readonly search_traces?: (typeof TRACES)[number] | undefined;
};

export type Settings = { readonly limits?: Limits | undefined; readonly keep?: Keep | undefined };

/** Runs of one user at the same time: more than anybody needs, few enough for a laptop to live through. */
export const CONCURRENT_RUNS = 64;
/** A month: what most people can still explain. */
export const AUDIT_DAYS = 30;
/** Results and closed operations are of interest to somebody who looks back over a week. */
export const JOURNAL_DAYS = 7;

/** The smallest limits, the longest retention, the trace that tells least. */
export function mergeSettings(all: readonly Settings[]): Settings {
  const limits = all.flatMap((one) => one.limits ?? []);
  const keep = all.flatMap((one) => one.keep ?? []);
  const traces = keep.flatMap((one) => one.search_traces ?? []).map((trace) => TRACES.indexOf(trace));
  const timeouts = SIDE_EFFECTS.map((effect) => [effect, least(limits.map((one) => one.timeout_ms?.[effect]))]);
  return {
    limits: {
      concurrent_runs: least(limits.map((one) => one.concurrent_runs)),
      memory_mb: least(limits.map((one) => one.memory_mb)),
      unenforcedDeniedBy: limits.find((one) => one.unenforcedDeniedBy !== undefined)?.unenforcedDeniedBy,
      timeout_ms: Object.fromEntries(timeouts),
    },
    keep: {
      audit_days: most(keep.map((one) => one.audit_days)),
      journal_days: most(keep.map((one) => one.journal_days)),
      search_traces: traces.length === 0 ? undefined : TRACES[Math.min(...traces)],
    },
  };
}

/** The rule that refuses what runs without a limit that it should have; undefined: it may run so. */
export function unlimitedDenied(settings: Settings | undefined): string | undefined {
  const level = settings?.limits?.unenforcedDeniedBy;
  return level === undefined ? undefined : `limits.unenforced of the ${level} policy`;
}

function least(values: readonly (number | undefined)[]): number | undefined {
  const given = values.filter((value) => value !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
}

function most(values: readonly (number | undefined)[]): number | undefined {
  const given = values.filter((value) => value !== undefined);
  return given.length === 0 ? undefined : Math.max(...given);
}
