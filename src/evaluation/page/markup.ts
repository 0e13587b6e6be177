/** Pieces of HTML as text: escaping once, for everything that comes from outside. It knows no report. */

/** HTML that is finished. Whatever is put into it is escaped unless it is such a piece itself. */
export type Markup = { readonly html: string };

type Part = Markup | string | number | undefined | readonly Part[];

/** html`<p>${text}</p>`: texts are escaped, pieces go in as they stand, lists are joined, undefined is nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { html: strings.reduce((out, text, at) => out + htmlOf(parts[at - 1]) + text) };
}

/** A share as a percentage with one digit. */
export function percent(share: number): string {
  return (100 * share).toFixed(1);
}

/** A difference of shares in points, with its sign. */
export function points(difference: number): string {
  const text = percent(Math.abs(difference));
  if (text === '0.0') return '0.0';
  return difference < 0 ? `−${text}` : `+${text}`;
}

/** A coordinate: two digits are a hundredth of a pixel. */
export function coordinate(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function htmlOf(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(htmlOf).join('');
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
