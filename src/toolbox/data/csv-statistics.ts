/** Tool `csv_statistics`: each column in one pass: types, empty and distinct values, extremes, sums, most frequent values. */
import { integer, text } from '../arguments.ts';
import { compareCodeUnits } from '../file/entry.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { withCsv } from './csv-read.ts';
import { type FieldType, fieldType } from './csv-values.ts';

/** Different values of a column that are counted one by one; beyond, the counts are a lower bound. */
const MOST_DISTINCT = 100_000;
const SHOWN = 200;

export function run(args: JsonObject, io: ToolIo): Json {
  const top = integer(args, 'top');
  return withCsv(args, text(args, 'path'), io, ({ columns, rows }) => {
    const summaries = columns.map((name) => new ColumnSummary(name));
    let [count, ragged] = [0, 0];
    for (const row of rows) {
      count += 1;
      if (row.length !== columns.length) ragged += 1;
      for (const [i, summary] of summaries.entries()) summary.add(row[i] ?? '');
    }
    return { rows: count, ragged_rows: ragged, columns: summaries.map((summary) => summary.result(top)) };
  });
}

class ColumnSummary {
  private readonly name: string;
  private readonly types = new Map<FieldType, number>();
  private readonly counts = new Map<string, number>();
  private isExact = true;
  private longest = 0;
  private numbers = { count: 0, sum: 0, lost: 0, least: Infinity, greatest: -Infinity };
  private texts: { least: string; greatest: string } | undefined;

  constructor(name: string) {
    this.name = name;
  }

  add(field: string): void {
    const type = fieldType(field);
    this.types.set(type, (this.types.get(type) ?? 0) + 1);
    if (type === 'empty') return;
    this.longest = Math.max(this.longest, [...field].length);
    const known = this.counts.get(field);
    if (known !== undefined || this.counts.size < MOST_DISTINCT) this.counts.set(field, (known ?? 0) + 1);
    else this.isExact = false;
    if (type === 'integer' || type === 'number') this.addNumber(Number(field));
    const { least, greatest } = this.texts ?? { least: field, greatest: field };
    this.texts = { least: field < least ? field : least, greatest: field > greatest ? field : greatest };
  }

  /** Kahan's summation: a million tenths add up to a hundred thousand. */
  private addNumber(value: number): void {
    const { numbers } = this;
    numbers.count += 1;
    const corrected = value - numbers.lost;
    const sum = numbers.sum + corrected;
    numbers.lost = sum - numbers.sum - corrected;
    numbers.sum = sum;
    numbers.least = Math.min(numbers.least, value);
    numbers.greatest = Math.max(numbers.greatest, value);
  }

  result(top: number): Json {
    const type = this.type();
    const isNumeric = type === 'integer' || type === 'number';
    const { count, sum, least, greatest } = this.numbers;
    const frequent = [...this.counts].sort(([a, n], [b, m]) => m - n || compareCodeUnits(a, b)).slice(0, top);
    return {
      name: this.name,
      type,
      empty: this.types.get('empty') ?? 0,
      distinct: this.counts.size,
      distinct_exact: this.isExact,
      minimum: isNumeric ? least : (this.texts?.least.slice(0, SHOWN).toWellFormed() ?? null),
      maximum: isNumeric ? greatest : (this.texts?.greatest.slice(0, SHOWN).toWellFormed() ?? null),
      mean: isNumeric ? sum / count : null,
      sum: isNumeric ? sum : null,
      longest: this.longest,
      top: frequent.map(([value, often]) => ({ value: value.slice(0, SHOWN).toWellFormed(), count: often })),
    };
  }

  /** The one type that all values have; integers among numbers are numbers, any other mixture is text. */
  private type(): FieldType {
    const present = [...this.types.keys()].filter((type) => type !== 'empty');
    if (present.length === 0) return 'empty';
    if (present.length === 1) return present[0]!;
    return present.every((type) => type === 'integer' || type === 'number') ? 'number' : 'text';
  }
}
