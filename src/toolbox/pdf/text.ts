/** Tool `pdf_text`: the text of a PDF page by page. */
import { flag, optionalInteger, text } from '../arguments.ts';
import { sourceFile } from '../source-file.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { poppler, readPdfInfo } from './info.ts';

/** Arguments: `path`, `first_page` (1), `last_page`, `layout`, `limit` of pages (500). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const pdf = sourceFile(text(args, 'path'), io.cwd);
  const { pages: total } = await readPdfInfo(pdf, io.cwd, 1);
  const first = optionalInteger(args, 'first_page') ?? 1;
  const last = Math.min(optionalInteger(args, 'last_page') ?? total, total);
  if (first > total) throw new ToolFailure(`${pdf.path} has only ${total} pages`, 'invalid_arguments');
  if (last < first) throw new ToolFailure('"last_page" is before "first_page"', 'invalid_arguments');
  const end = Math.min(last, first + (optionalInteger(args, 'limit') ?? 500) - 1);
  const layout = flag(args, 'layout') ? ['-layout'] : [];
  const range = ['-f', String(first), '-l', String(end)];
  const argv = ['-q', '-enc', 'UTF-8', '-eol', 'unix', ...layout, ...range, pdf.file, '-'];
  const pages = splitPages((await poppler('pdftotext', argv, io.cwd, pdf.path)).toString('utf8'), first, end);
  const hasText = pages.some((page) => page.text.trim() !== '');
  return {
    file: pdf.file,
    total_pages: total,
    pages,
    has_text: hasText,
    truncated: end < last,
    ...(hasText
      ? {}
      : { hint: 'These pages hold no text: they are likely scans and would need text recognition (OCR).' }),
  };
}

/** pdftotext ends every page with a form feed. */
function splitPages(output: string, first: number, last: number): { page: number; text: string }[] {
  const texts = output.split('\f');
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    page: first + index,
    text: (texts[index] ?? '').replace(/\n+$/, '\n').toWellFormed(),
  }));
}
