/** Tool `pdf_merge`: several PDF files as one, by poppler's pdfunite. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { flag, text, textList } from '../arguments.ts';
import { checkTarget, putInPlace, withWorkspace } from '../output-file.ts';
import { sourceFile } from '../source-file.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { poppler, readPdfInfo } from './info.ts';

/** Arguments: `paths`, `output`, `overwrite`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const target = checkTarget(text(args, 'output'), io.cwd, flag(args, 'overwrite'));
  const pdfs = textList(args, 'paths').map((path) => sourceFile(path, io.cwd));
  if (pdfs.length < 2) throw new ToolFailure('give two files or more', 'invalid_arguments');
  const sources: { path: string; pages: number; first_page: number }[] = [];
  let next = 1;
  for (const pdf of pdfs) {
    const { pages, encrypted } = await readPdfInfo(pdf, io.cwd, 1);
    if (encrypted) throw new ToolFailure(`${pdf.path} is encrypted; pdfunite cannot merge it`, 'not_supported');
    sources.push({ path: pdf.path, pages, first_page: next });
    next += pages;
  }
  return await withWorkspace(dirname(target.file), async (workspace) => {
    const made = { file: join(workspace, 'made.pdf'), path: 'the merged PDF', sizeBytes: 0 };
    await poppler('pdfunite', [...pdfs.map(({ file }) => file), made.file], io.cwd, 'one of the files');
    const { pages } = await readPdfInfo(made, io.cwd, 1);
    if (pages !== next - 1) throw new ToolFailure(`the result has ${pages} pages where ${next - 1} were expected`);
    const sizeBytes = statSync(made.file).size;
    const replaced = putInPlace(made.file, target);
    return { output: target.file, pages, size_bytes: sizeBytes, replaced, sources };
  });
}
