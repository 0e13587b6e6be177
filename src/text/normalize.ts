/** The form of a text that is taken apart: stub. */

export function normalize(text: string): string {
  return text;
}

export function foldCase(text: string): string {
  return text.toLowerCase();
}
