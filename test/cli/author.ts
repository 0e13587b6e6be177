/** An author at a terminal, in this process: files in memory, and answers to the questions of `cap catalog new`. */
import type { CatalogFiles, Host } from '../../src/cli/host.ts';
import type { SourceFile } from '../../src/compile/diagnostic.ts';
import { refuse } from '../../src/reason/refusal.ts';
import { openCatalog } from '../verbs/world.ts';
import { commandLine, TERMINAL, type Written } from './command-line.ts';

export const VOCABULARY = `version: 1
domain:
  file: {zh: 文件, en: file}
  note: {zh: 备忘, en: note}
action:
  query: {zh: 查询, en: query}
  count: {zh: 统计, en: count}
qualifier: {}
`;

const PACK = `id: notes
type: pack
version: 1
title: {zh: 备忘, en: Notes}
summary: {zh: 我们记在文件里的备忘, en: Notes that we keep in a file}
entities: [note]
when_to_use: [{zh: 要找备忘, en: You look for a note}]
when_not_to_use: [{zh: 要写正式文档, en: You write a real document}]
`;

export type Author = {
  /** A command line where nobody can be asked. */
  readonly says: (argv: readonly string[]) => Promise<Written>;
  readonly files: Map<string, string>;
  /** Types a command line; an answer for each question, and then the input ends. */
  readonly types: (argv: readonly string[], ...answers: string[]) => Promise<Written & { readonly asked: string[] }>;
};

/** Somebody whose catalog in ./catalog holds one empty pack, and whose executable holds a small catalog. */
export function author(more: Readonly<Record<string, string>> = {}): Author {
  const start = { 'catalog/lexicon/vocabulary.yaml': VOCABULARY, 'catalog/notes/_pack.yaml': PACK, ...more };
  const files = new Map(Object.entries(start));
  const inside = openCatalog();
  const catalog: CatalogFiles = {
    read: (directories) =>
      directories.flatMap((directory, root) =>
        [...files].flatMap(([path, text]): SourceFile[] =>
          path.startsWith(`${directory}/`) && path.endsWith('.yaml')
            ? [{ path: path.slice(directory.length + 1), bytes: new TextEncoder().encode(text), root }]
            : [],
        ),
      ),
    write: async () => null,
    exists: (path) => [...files.keys()].some((file) => file === path || file.startsWith(`${path}/`)),
    create: async (path, text) => {
      if (files.has(path)) return refuse('usage', { received: path });
      files.set(path, text);
      return null;
    },
    defaultSnapshot: () => inside,
    bounded: (_milliseconds, work) => ({ value: work() }),
    chosen: (file) => file,
  };
  return {
    files,
    says: (argv) => commandLine(argv, { catalog }),
    types: async (argv, ...answers) => {
      const asked: string[] = [];
      const left = [...answers];
      const converse: Host['converse'] = () => ({
        ask: async (question) => {
          asked.push(question);
          const line = left.shift();
          return line === undefined ? { kind: 'ended' } : { kind: 'typed', line };
        },
        close: () => {},
      });
      return { ...(await commandLine(argv, { terminal: TERMINAL, catalog, converse })), asked };
    },
  };
}
