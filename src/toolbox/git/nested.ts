/**
 * Repositories in a repository, and what git starts in them while it works on the outer one: to tell whether one of them has
 * changed it looks into it, by its own configuration, which nothing that is told to the outer call overrules.
 */
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ToolFailure } from '../tool.ts';
import { type Configuration, configurationAt } from './configuration.ts';
import { hooksAt } from './hooks.ts';
import { callGit, splitNul } from './repository.ts';

export type Nested = {
  /** Absolute. */
  readonly directory: string;
  readonly configuration: Configuration;
  readonly hooks: readonly string[];
};

/** More than these nobody looks into before they are asked. */
const MOST = 200;
/** Their state is read, and what is learnt about their files is written down. */
const HOOKS = ['post-index-change'];

/**
 * Those that are there of what is staged in `root` and of what stands in `revisions`, and those in them. Throws ToolFailure
 * where there are too many to be looked into.
 */
export async function nestedIn(root: string, revisions: readonly string[]): Promise<readonly Nested[]> {
  const found = new Map<string, Nested>();
  const waiting = await linksOf(root, revisions);
  for (let at = 0; at < waiting.length; at += 1) {
    const directory = waiting[at] as string;
    const real = realpathSync(directory);
    if (found.has(real)) continue;
    if (found.size === MOST) throw new ToolFailure(`it holds more than ${MOST} repositories`, 'not_supported');
    const configuration = await configurationAt(directory).catch(() => []);
    found.set(real, { directory, configuration, hooks: await hooksAt(directory, HOOKS) });
    waiting.push(...(await linksOf(directory, [])));
  }
  return [...found.values()];
}

async function linksOf(root: string, revisions: readonly string[]): Promise<string[]> {
  const quiet = ['-c', 'core.fsmonitor=false', '-C', root];
  const listings = [
    [...quiet, 'ls-files', '--stage', '-z'],
    ...revisions.map((revision) => [...quiet, 'ls-tree', '-r', '-z', '--full-tree', revision]),
  ];
  const paths = new Set<string>();
  for (const argv of listings) {
    const { exitCode, stdout } = await callGit(root, argv, { ok: [0, 128] });
    if (exitCode !== 0 || !stdout.includes('160000 ')) continue;
    for (const entry of splitNul(stdout).filter((one) => one.startsWith('160000 '))) {
      if (entry.includes('\uFFFD'))
        throw new ToolFailure('a repository in it has a name that is no UTF-8', 'not_supported');
      paths.add(join(root, entry.slice(entry.indexOf('\t') + 1)));
    }
  }
  return [...paths].filter((path) => existsSync(join(path, '.git'))).sort();
}
