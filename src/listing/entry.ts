/** What a listing is made of, between finding and presenting. */

/** One visible entry below the parent; `below` is its distance, 1 for a direct child. */
export type Entry = { readonly doc: number; readonly below: number; readonly children: number };
