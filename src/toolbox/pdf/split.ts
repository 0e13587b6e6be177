/** Tool `pdf_split`: pages of a PDF as PDF files of their own, by poppler's pdfseparate and pdfunite. */
import { statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { flag, optionalText, text, textList } from '../arguments.ts';
import { checkTarget, putInPlace, withWorkspace } from '../output-file.ts';
import { sourceFile } from '../source-file.ts';
import { failureOfSystemError, type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { poppler, readPdfInfo } from './info.ts';

type Range = { readonly first: number; readonly last: number };

/** Pages of one call: each is a file for a while. */
const MOST_PAGES = 5000;
const RANGE = /^([1-9]\d{0,6})(?:(-)([1-9]\d{0,6})?)?$/;

/** Arguments: `path`, `output_directory`, `ranges`, `name`, `overwrite`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const pdf = sourceFile(text(args, 'path'), io.cwd);
  const directory = resolve(io.cwd, text(args, 'output_directory'));
  requireDirectory(directory, text(args, 'output_directory'));
  const { pages: total, encrypted } = await readPdfInfo(pdf, io.cwd, 1);
  if (encrypted) throw new ToolFailure(`${pdf.path} is encrypted; pdfseparate cannot take it apart`, 'not_supported');
  const ranges = rangesOf(textList(args, 'ranges'), total, pdf.path);
  const pageCount = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  if (pageCount > MOST_PAGES) throw new ToolFailure(`that is ${pageCount} pages; at most ${MOST_PAGES} at a time`);
  const name = optionalText(args, 'name') ?? basename(pdf.file).replace(/\.pdf$/i, '');
  // All targets before the first is written: either every file appears or none.
  const targets = ranges.map((range) =>
    checkTarget(join(directory, `${name}-${label(range, total)}.pdf`), io.cwd, flag(args, 'overwrite')),
  );
  return await withWorkspace(directory, async (workspace) => {
    const made: string[] = [];
    for (const [index, { first, last }] of ranges.entries()) {
      const pattern = `${index}-%d.pdf`;
      await poppler('pdfseparate', ['-f', String(first), '-l', String(last), pdf.file, pattern], workspace, pdf.path);
      const singles = Array.from({ length: last - first + 1 }, (_, at) => `${index}-${first + at}.pdf`);
      const whole = singles.length === 1 ? (singles[0] ?? '') : `${index}.pdf`;
      if (singles.length > 1) await poppler('pdfunite', [...singles, whole], workspace, pdf.path);
      made.push(join(workspace, whole));
    }
    const files = targets.map((target, index) => {
      const { first, last } = ranges[index] ?? { first: 0, last: 0 };
      const replaced = putInPlace(made[index] ?? '', target);
      return { path: target.file, first_page: first, last_page: last, replaced };
    });
    return { file: pdf.file, total_pages: total, files };
  });
}

function requireDirectory(directory: string, path: string): void {
  try {
    if (!statSync(directory).isDirectory()) throw new ToolFailure(`${path} is not a directory`, 'invalid_arguments');
  } catch (error) {
    throw error instanceof ToolFailure ? error : failureOfSystemError(error, path);
  }
}

function rangesOf(given: readonly string[], total: number, path: string): Range[] {
  if (given.length === 0) return Array.from({ length: total }, (_, index) => ({ first: index + 1, last: index + 1 }));
  const ranges = given.map((said) => {
    const match = RANGE.exec(said);
    if (match === null) throw new ToolFailure(`"${said}" is no range of pages`, 'invalid_arguments');
    const first = Number(match[1]);
    const last = match[2] === undefined ? first : match[3] === undefined ? total : Number(match[3]);
    if (first > total || last > total) throw new ToolFailure(`${path} has only ${total} pages`, 'invalid_arguments');
    if (last < first) throw new ToolFailure(`the range "${said}" runs backwards`, 'invalid_arguments');
    return { first, last };
  });
  const labels = ranges.map((range) => label(range, total));
  const twice = labels.find((one, index) => labels.indexOf(one) !== index);
  if (twice !== undefined) throw new ToolFailure(`the range ${twice} is given twice`, 'invalid_arguments');
  return ranges;
}

/** Padded to the width of the last page, so that names sort in the order of the pages. */
function label({ first, last }: Range, total: number): string {
  const width = String(total).length;
  const padded = (page: number): string => String(page).padStart(width, '0');
  return first === last ? padded(first) : `${padded(first)}-${padded(last)}`;
}
