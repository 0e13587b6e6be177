/** The plots as inline SVG: bars, a curve, differences with their intervals. They know shares and labels, no report. */
import { coordinate as at, html, type Markup, percent, points } from './markup.ts';

const WIDTH = 520;
const ROW = 34;

export type Bar = { readonly label: string; readonly note: string; readonly first: number; readonly second: number };

/** Two shares a row, one behind the other: the second is at least the first. */
export function bars(title: string, rows: readonly Bar[]): Markup {
  const [left, right] = [8, WIDTH - 100];
  const height = rows.length * ROW + 8;
  const drawn = rows.map(({ label, note, first, second }, row) => {
    const y = row * ROW;
    const width = (share: number) => at((right - left) * share);
    return html`<text x="${left}" y="${y + 15}">${label} <tspan class="note">${note}</tspan></text>
<rect class="second" x="${left}" y="${y + 20}" width="${width(second)}" height="9" rx="2"/>
<rect class="first" x="${left}" y="${y + 20}" width="${width(first)}" height="9" rx="2"/>
<text x="${WIDTH - 8}" y="${y + 29}" text-anchor="end">${percent(first)} / ${percent(second)}</text>`;
  });
  return svg(title, height, drawn);
}

export type Point = { readonly x: number; readonly y: number; readonly weight: number };

/** Shares from 0 to 1 in both directions; a point is as large as what it stands for. */
export function curve(
  title: string,
  xTitle: string,
  yTitle: string,
  given: readonly Point[],
  xTicks: readonly number[],
): Markup {
  const [left, right, top, bottom] = [44, WIDTH - 16, 28, 250];
  const x = (share: number) => at(left + (right - left) * share);
  const y = (share: number) => at(bottom - (bottom - top) * share);
  const most = Math.max(1, ...given.map(({ weight }) => weight));
  const level = [0, 0.25, 0.5, 0.75, 1].map(
    (share) => html`<path class="grid" d="M${left} ${y(share)}H${right}"/>
<text class="note" x="${left - 6}" y="${at(Number(y(share)) + 4)}" text-anchor="end">${Math.round(100 * share)}</text>`,
  );
  const ticks = xTicks.map(
    (share) =>
      html`<text class="note" x="${x(share)}" y="${bottom + 18}" text-anchor="middle">${Math.round(100 * share)}</text>`,
  );
  const line = given.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.x)} ${y(point.y)}`).join('');
  const dots = given.map(
    (point) =>
      html`<circle class="first" cx="${x(point.x)}" cy="${y(point.y)}" r="${at(2 + 6 * Math.sqrt(point.weight / most))}"><title>${percent(point.y)}% of ${point.weight}</title></circle>`,
  );
  return svg(title, bottom + 46, [
    html`<text class="note" x="${8}" y="${14}">${yTitle}</text>`,
    level,
    ticks,
    html`<text class="note" x="${right}" y="${bottom + 38}" text-anchor="end">${xTitle}</text>`,
    line === '' ? undefined : html`<path class="curve" d="${line}"/>`,
    dots,
  ]);
}

export type Difference = {
  readonly label: string;
  readonly note: string;
  readonly delta: number;
  readonly low: number;
  readonly high: number;
};

/** Differences around zero, each with the ends of its interval; one scale for all rows. */
export function differences(title: string, rows: readonly Difference[]): Markup {
  const [left, right] = [8, WIDTH - 116];
  const reach = Math.max(0.01, ...rows.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]));
  const x = (value: number) => at((left + right) / 2 + ((right - left) / 2) * (value / reach));
  const height = rows.length * ROW + 26;
  const drawn = rows.map(({ label, note, delta, low, high }, row) => {
    const y = row * ROW;
    return html`<text x="${left}" y="${y + 13}">${label} <tspan class="note">${note}</tspan></text>
<path class="span" d="M${x(low)} ${y + 24}H${x(high)}"/>
<circle class="first" cx="${x(delta)}" cy="${y + 24}" r="4"/>
<text x="${WIDTH - 8}" y="${y + 28}" text-anchor="end">${points(delta)}</text>`;
  });
  const ends = [-reach, 0, reach].map((value, index) => {
    const anchor = ['start', 'middle', 'end'][index];
    return html`<text class="note" x="${x(value)}" y="${height - 4}" text-anchor="${anchor}">${points(value)}</text>`;
  });
  const zero = rows.map((_, row) => html`<path class="zero" d="M${x(0)} ${row * ROW + 18}V${row * ROW + 30}"/>`);
  return svg(title, height, [
    rows.map((_, row) => html`<path class="grid" d="M${left} ${row * ROW + 24}H${right}"/>`),
    zero,
    drawn,
    ends,
  ]);
}

function svg(title: string, height: number, parts: readonly (Markup | undefined | readonly Markup[])[]): Markup {
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">${parts}</svg>`;
}
