/** What poppler's pdfinfo says of a PDF, as data. Shared by the pdf tools; it knows none of them. */
import { call } from '../call.ts';
import type { SourceFile } from '../source-file.ts';
import { ToolFailure } from '../tool.ts';

export type PageSize = { page: number; width: number; height: number; paper: string | null; rotation: number };

export type PdfInfo = {
  readonly pages: number;
  readonly encrypted: boolean;
  readonly permissions: string | null;
  readonly version: string | null;
  /** Title, Author, Creator, Producer, CreationDate, ModDate where given. */
  readonly info: ReadonlyMap<string, string>;
  readonly pageSizes: readonly PageSize[];
};

/** Facts of the document and the sizes of its first `limit` pages. */
export async function readPdfInfo({ file, path }: SourceFile, cwd: string, limit: number): Promise<PdfInfo> {
  const argv = ['-isodates', '-enc', 'UTF-8', '-f', '1', '-l', String(limit), file];
  return parsePdfInfo((await poppler('pdfinfo', argv, cwd, path)).toString('utf8'), path);
}

/** Runs a program of poppler; the known reasons of its failures in words. Answers stdout. */
export async function poppler(executable: string, argv: readonly string[], cwd: string, path: string): Promise<Buffer> {
  const { exitCode, stdout, stderr } = await call(executable, argv, { cwd, ok: [0, 1, 2, 3, 99, 255] });
  if (exitCode === 0) return stdout;
  const words = stderr.toString('utf8').trim();
  if (/Incorrect password/i.test(words)) {
    throw new ToolFailure(`${path} is protected by a password and cannot be opened without it`, 'permission_denied');
  }
  if (/encrypted/i.test(words)) throw new ToolFailure(`${path} is encrypted; ${executable} cannot take it`);
  if (
    /Couldn't (?:find trailer|read xref|read page catalog)|May not be a PDF|stream is empty|Unable to read|not a PDF/i.test(
      words,
    )
  ) {
    throw new ToolFailure(`${path} is no PDF, or it is damaged`, 'not_supported');
  }
  throw new ToolFailure(`${executable} ended with exit code ${exitCode}: ${words.slice(-1000)}`);
}

const SIZE = /^Page +(\d+) size: +([\d.]+) x ([\d.]+) pts(?: \(([^)]*)\))?/;
const ROTATION = /^Page +(\d+) rot: +(-?\d+)/;

/**
 * The author's texts stand first and may hold anything, line ends included; so the facts that poppler itself found are
 * taken from the last line of their name, and the texts from the first.
 */
export function parsePdfInfo(output: string, path: string): PdfInfo {
  const first = new Map<string, string>();
  const last = new Map<string, string>();
  const sizes = new Map<number, PageSize>();
  for (const line of output.split('\n')) {
    const size = SIZE.exec(line);
    const rotation = ROTATION.exec(line);
    if (size !== null) {
      const page = Number(size[1]);
      sizes.set(page, {
        page,
        width: Number(size[2]),
        height: Number(size[3]),
        paper: size[4] ?? null,
        rotation: 0,
      });
      continue;
    }
    const turned = rotation === null ? undefined : sizes.get(Number(rotation[1]));
    if (turned !== undefined && rotation !== null) {
      turned.rotation = Number(rotation[2]);
      continue;
    }
    const at = line.indexOf(':');
    if (at < 0) continue;
    const key = line.slice(0, at);
    const value = line.slice(at + 1).trim();
    if (!first.has(key)) first.set(key, value);
    last.set(key, value);
  }
  const pages = Number(last.get('Pages') ?? Number.NaN);
  if (!Number.isSafeInteger(pages)) throw new ToolFailure(`pdfinfo does not say how many pages ${path} has`);
  const encryption = last.get('Encrypted') ?? 'no';
  const isEncrypted = encryption.startsWith('yes');
  return {
    pages,
    encrypted: isEncrypted,
    permissions: isEncrypted ? (/\((.*)\)/.exec(encryption)?.[1] ?? null) : null,
    version: last.get('PDF version') ?? null,
    info: first,
    pageSizes: [...sizes.values()].filter(({ page }) => page <= pages).sort((a, b) => a.page - b.page),
  };
}
