/**
 * From bytes to a request that its contract has accepted, or to one precise refusal. On the hot path: it runs generated
 * code and loads no schema library. It knows no particular contract.
 */
import { isRefusal, type Refusal } from '../reason/refusal.ts';
import { parseStrictJson } from './strict-json.ts';

type Request = { readonly [field: string]: unknown };

/** Limits that JSON Schema cannot say; null when they hold. */
export type Limits = (request: Request) => Refusal | null;

/** What `accept` needs of a contract: whether a value fits, and who says why it does not. */
export type Form = {
  readonly validate: (value: unknown) => boolean;
  readonly limits?: Limits;
  /** Why this value does not fit. */
  readonly explain: (value: unknown) => Refusal;
  /** The refusal with a correct request that has the field at `path`. */
  readonly withExample: (refusal: Refusal, path: string) => Refusal;
};

/** The accepted request, or why it is refused. Nothing is executed either way. */
export function accept<T extends object>(bytes: Uint8Array, form: Form): T | Refusal {
  const parsed = parseStrictJson(bytes);
  if (isRefusal(parsed)) return form.withExample(parsed, '');
  const value = parsed.value;
  if (!form.validate(value)) return form.explain(value);
  const refused = form.limits?.(value as Request) ?? null;
  return refused === null ? (value as T) : form.withExample(refused, refused.path ?? '');
}
