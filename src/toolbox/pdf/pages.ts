/** Tool `pdf_pages`: how many pages a PDF has, how large they are, and what the document says of itself. */
import { optionalInteger, text } from '../arguments.ts';
import { sourceFile } from '../source-file.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { type PageSize, readPdfInfo } from './info.ts';

/** Arguments: `path`, `limit` of pages (500). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const pdf = sourceFile(text(args, 'path'), io.cwd);
  const { pages, encrypted, permissions, version, info, pageSizes } = await readPdfInfo(
    pdf,
    io.cwd,
    optionalInteger(args, 'limit') ?? 500,
  );
  const said = (key: string): string | null => info.get(key) || null;
  return {
    file: pdf.file,
    pages,
    size_bytes: pdf.sizeBytes,
    pdf_version: version,
    encrypted,
    permissions,
    title: said('Title'),
    author: said('Author'),
    creator: said('Creator'),
    producer: said('Producer'),
    created: said('CreationDate'),
    modified: said('ModDate'),
    page_sizes: joinRuns(pageSizes),
    truncated: pageSizes.length < pages,
  };
}

/** Most documents have one size throughout: pages that are alike are one entry. */
function joinRuns(sizes: readonly PageSize[]): Json {
  const runs: {
    first_page: number;
    last_page: number;
    width_pt: number;
    height_pt: number;
    rotation: number;
    paper: string | null;
  }[] = [];
  for (const { page, width, height, paper, rotation } of sizes) {
    const run = runs.at(-1);
    const isSame = run?.width_pt === width && run.height_pt === height && run.rotation === rotation;
    if (run !== undefined && isSame && run.last_page === page - 1) run.last_page = page;
    else runs.push({ first_page: page, last_page: page, width_pt: width, height_pt: height, rotation, paper });
  }
  return runs;
}
