/** One set on the page: its figures at a glance, its slices, whether the search is as sure as it is right, what it costs to read. */
import type { EvalReport } from '../../contract/eval-report.v1.ts';
import { html, type Markup, percent } from './markup.ts';
import { type Bar, bars, curve, type Point } from './plots.ts';

type SetReport = EvalReport['sets'][number];
type Slice = SetReport['slices'][number];

/** Packs with fewer questions say little, and more rows than this are not read. */
const PACK_QUESTIONS = 3;
const PACK_ROWS = 20;

export function setSection(set: SetReport): Markup {
  return html`<section>
<h2>${set.name}${set.half === undefined ? '' : ` (${set.half} half)`}</h2>
<p class="quiet">${set.questions} questions over ${set.capabilities} capabilities${
    set.left_out === 0 ? '' : `; ${set.left_out} more ask for what this catalog does not hold`
  }.</p>
<ul class="cards">${cardsOf(set).map(([name, value]) => html`<li><b>${value}</b><span>${name}</span></li>`)}</ul>
${slicePlots(set)}
${calibrationPlots(set)}
</section>`;
}

type Card = readonly [name: string, value: string];

function cardsOf(set: SetReport): Card[] {
  const { kinds, abstention, forbidden, vague, disclosure } = set;
  const share = (rate: { hits: number; of: number; share: number } | undefined, name: string): Card[] =>
    rate === undefined ? [] : [[`${name} (${rate.hits} of ${rate.of})`, `${percent(rate.share)}%`]];
  const kindCards = kinds.flatMap((kind): Card[] => {
    if (kind.kind === 'single') {
      return [
        ['first is right', `${percent(kind.top_1)}%`],
        ['among the first five', `${percent(kind.recall_at_5)}%`],
      ];
    }
    return [[`${kind.kind}: all among the first five`, `${percent(kind.complete_at_5)}%`]];
  });
  return [
    ...kindCards,
    ...share(abstention.recognised, 'no answer, recognised'),
    ...share(abstention.right, 'abstentions that are right'),
    ...share(abstention.false, 'falsely abstained'),
    ...share(forbidden?.at_1, 'forbidden at 1'),
    ...share(forbidden?.at_5, 'forbidden in 5'),
    ...share(vague?.high_impact_at_1, 'vague: high impact at 1'),
    ...share(vague?.acceptable_at_1, 'vague: acceptable at 1'),
    ...(disclosure === undefined ? [] : disclosureCards(disclosure)),
  ];
}

function disclosureCards({ search_bytes, inspect_bytes, all_bytes }: NonNullable<SetReport['disclosure']>): Card[] {
  const read = search_bytes + inspect_bytes;
  return [
    ['read for one task: an answer and a contract', size(read)],
    ['all tool definitions at once', size(all_bytes)],
    ['times less to read', read === 0 ? '–' : `${(all_bytes / read).toFixed(0)}×`],
  ];
}

function size(bytes: number): string {
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

const SLICES = [
  ['language', 'By language'],
  ['tag', 'By kind of wording'],
  ['answers', 'By number of answers'],
  ['pack', 'By pack'],
] as const;

function slicePlots({ slices }: SetReport): Markup | undefined {
  const plots = SLICES.flatMap(([by, title]) => {
    const all = slices.filter((slice) => slice.by === by);
    const shown = by === 'pack' ? worst(all) : all;
    if (shown.length === 0) return [];
    const left = all.length - shown.length;
    const note =
      left === 0 ? '' : `, the ${shown.length} weakest of ${all.length} with at least ${PACK_QUESTIONS} questions`;
    return [
      html`<figure><h3>${title}</h3><div class="wide">${bars(title, shown.map(barOf))}</div>
<figcaption>First is right / among the first five, per cent${note}.</figcaption></figure>`,
    ];
  });
  return plots.length === 0 ? undefined : html`<div class="plots">${plots}</div>`;
}

function worst(slices: readonly Slice[]): Slice[] {
  return slices
    .filter(({ questions }) => questions >= PACK_QUESTIONS)
    .sort((a, b) => a.top_1 - b.top_1 || a.recall_at_5 - b.recall_at_5 || (a.value < b.value ? -1 : 1))
    .slice(0, PACK_ROWS);
}

/** The second bar is never the shorter one: where several answers are asked for, the first alone is rarely all. */
function barOf({ value, questions, top_1, recall_at_5 }: Slice): Bar {
  return { label: value, note: String(questions), first: Math.min(top_1, recall_at_5), second: recall_at_5 };
}

function calibrationPlots({ calibration }: SetReport): Markup | undefined {
  const { margins, trust, resolutions, answers } = calibration;
  if (resolutions.length === 0) return undefined;
  const filled = margins.filter(({ questions }) => questions > 0);
  const byMargin = filled.map(({ from, to, questions, top_1 }) => ({
    x: (from + to) / 2000,
    y: top_1,
    weight: questions,
  }));
  const byOdds = answers.filter(({ questions }) => questions > 0);
  const byExpected = byOdds.map(({ expected, observed, questions }) => ({
    x: expected,
    y: observed,
    weight: questions,
  }));
  const byTrust = trust.map(({ share, questions, top_1 }) => ({ x: share, y: top_1, weight: questions }));
  return html`<h3>Is it as sure as it is right?</h3>
<div class="wide"><table>
<thead><tr><th>resolution</th><th>questions</th><th>first is right</th><th>among five</th></tr></thead>
<tbody>${resolutions.map(
    (one) =>
      html`<tr><td>${one.resolution}</td><td>${one.questions}</td><td>${percent(one.top_1)}</td><td>${percent(one.recall_at_5)}</td></tr>`,
  )}</tbody>
</table></div>
<div class="plots">
${byExpected.length === 0 ? undefined : answersFigure(byExpected)}
<figure><div class="wide">${curve('Calibration by margin', 'lead of the first over the second, % of its score', 'first is right, %', byMargin, TICKS)}</div>
<figcaption>Calibration: how often the first is right, by how far it leads. Dots are as large as their questions are many.</figcaption></figure>
<figure><div class="wide">${curve('Accuracy of the surest answers', 'surest answers that are trusted, %', 'first is right, %', byTrust, TICKS)}</div>
<figcaption>Trust: how often the first is right when only the surest answers are taken.</figcaption></figure>
</div>`;
}

function answersFigure(given: readonly Point[]): Markup {
  return html`<figure><div class="wide">${curve('Calibration of having an answer', 'an answer is held likely, %', 'there is one, %', given, TICKS)}</div>
<figcaption>Silence: how often there is an answer, by how likely the search held one to be. Well calibrated is the diagonal.</figcaption></figure>`;
}

const TICKS = [0, 0.25, 0.5, 0.75, 1] as const;
