/** Canonical JSON: one byte sequence a value, so that a hash of it means the value. It knows no domain. */

/**
 * The value in the JSON Canonicalization Scheme (RFC 8785): keys in UTF-16 code unit order, no white space, numbers as
 * ECMAScript writes them. Members that are `undefined` are left out, as JSON.stringify does. Throws a TypeError for what
 * JSON cannot carry: a non-finite number, a lone surrogate, a function, a symbol or a bigint.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('a non-finite number has no canonical JSON');
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('a lone surrogate has no canonical JSON');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} has no canonical JSON`);
  const record = value as Record<string, unknown>;
  const members = Object.keys(record)
    .filter((key) => record[key] !== undefined)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .map((key) => `${canonicalJson(key)}:${canonicalJson(record[key])}`);
  return `{${members.join(',')}}`;
}
