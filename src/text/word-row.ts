/**
 * Small sets of words as one text, each with a blank on either side: a start has them at no cost, where each Set of words costs
 * it 0.03 ms and more, and a query asks a few times only.
 */

/** Whether the row holds this word; `row` begins and ends with a blank, `word` holds none. */
export function isInRow(row: string, word: string): boolean {
  return row.includes(` ${word} `);
}
