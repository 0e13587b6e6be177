/** A small catalog with judgements in real files, and the host that measures over them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { type CompileOptions, compileCatalog } from '../../src/compile/compile.ts';
import type { EvaluationHost } from '../../src/evaluation/host.ts';
import { bareWorld, openBytes } from '../../src/evaluation/searcher.ts';
import { MEASURING_FILES, microseconds } from '../../src/platform/measuring-files.ts';
import type { World } from '../../src/verbs/world.ts';
import { SMALL, sources } from '../compile/small-catalog.ts';

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** A new directory with these files, removed when the tests of the file are over. */
export function directoryWith(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'cap eval '));
  directories.push(directory);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

/** The world of the small catalog, with some of its texts changed. */
export function smallWorld(texts: Readonly<Record<string, string>> = {}, options: CompileOptions = {}): World {
  const compiled = compileCatalog(sources({ ...SMALL, ...texts }), options);
  if (Array.isArray(compiled)) throw new Error(JSON.stringify(compiled));
  return bareWorld(openBytes(compiled.snapshot));
}

export function hostOver(world: World, worldOf: EvaluationHost['worldOf'] = () => world): EvaluationHost {
  return {
    ...MEASURING_FILES,
    clock: microseconds,
    world,
    worldOf,
    language: () => null,
  };
}

export function jsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Judgements of the small catalog, both halves. */
export const OWN_JUDGEMENTS = {
  'single.jsonl': jsonLines([
    { qid: 's1', query: '谁占用端口 80', lang: 'zh', gold: ['net.who'], tags: ['plain'], split: 'dev' },
    { qid: 's2', query: 'free the port', lang: 'en', gold: ['net.kill'], forbidden: ['net.who'], split: 'dev' },
    { qid: 's3', query: 'secret question about the port', lang: 'en', gold: ['net.who'], split: 'test' },
    { qid: 's4', query: 'absent', lang: 'en', gold: ['net.absent'], split: 'dev' },
  ]),
  'no-answer.jsonl': jsonLines([{ qid: 'n1', query: 'zebra crossing', lang: 'en', domain: 'far', split: 'dev' }]),
  'compound.jsonl': jsonLines([
    {
      qid: 'c1',
      query: '先看谁占用端口，然后结束进程',
      subqueries: ['谁占用端口', '结束进程'],
      gold: [['net.who'], ['net.kill']],
      split: 'dev',
    },
  ]),
};
