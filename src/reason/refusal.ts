/** A refusal: an expected "no" as a value. It says what was wrong, what was expected, and that nothing was executed. */
import { REASONS, type Reason } from './reasons.ts';

export type Refusal = {
  readonly kind: 'refusal';
  readonly reason: Reason;
  readonly message: string;
  /** JSON pointer into the request, or line:column where there is no document yet. */
  readonly path?: string;
  readonly expected?: string;
  readonly received?: string;
  readonly example?: string;
  readonly did_you_mean?: string;
  /** The rule, or the broken file of a policy, that refuses; told where an answer has a place for it. */
  readonly rule?: string;
  /** True only where an action was started before the refusal. */
  readonly executed: boolean;
};

type Details = Partial<Omit<Refusal, 'kind' | 'reason'>>;

/** Makes a refusal; the reason's own message stands in where none is given. */
export function refuse(reason: Reason, details: Details = {}): Refusal {
  return { kind: 'refusal', reason, message: REASONS[reason].message, executed: false, ...details };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'refusal';
}

/** The process exit code of a refusal. */
export function exitCodeOf(refusal: Refusal): number {
  return REASONS[refusal.reason].exit;
}
