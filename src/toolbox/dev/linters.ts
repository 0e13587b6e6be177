/**
 * Which linter a project uses, told by its scripts and configuration files, and how it is called to look or to fix.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath, isExecutable, statOf } from '../path-entries.ts';
import { localBin, type Project, pythonOf, readText, scriptOf } from './project.ts';

/** The command, or undefined when the project has no linter that is known and there. */
export function linterCommand(project: Project, fix: boolean): string[] | undefined {
  const { root, ecosystem, manager } = project;
  if (ecosystem === 'node') return nodeCommand(root, manager, fix);
  if (ecosystem === 'python') return pythonCommand(root, fix);
  if (ecosystem === 'rust') return ['cargo', ...(fix ? ['fmt'] : ['clippy', '--color=never', '--', '-D', 'warnings'])];
  if (ecosystem === 'go') return fix ? ['gofmt', '-w', '.'] : ['go', 'vet', './...'];
  return undefined;
}

function nodeCommand(root: string, manager: string, fix: boolean): string[] | undefined {
  const script = fix ? scriptOf(root, 'lint:fix', 'fix', 'format') : scriptOf(root, 'lint', 'check:lint');
  if (script !== undefined) return [manager, 'run', script];
  const biome = localBin(root, 'biome');
  if (biome !== undefined && hasFile(root, /^biome\.jsonc?$/))
    return [biome, 'check', ...(fix ? ['--write'] : []), '.'];
  const eslint = localBin(root, 'eslint');
  if (eslint !== undefined && hasFile(root, /^(?:eslint\.config\.|\.eslintrc)/)) {
    return [eslint, ...(fix ? ['--fix'] : []), '.'];
  }
  const prettier = localBin(root, 'prettier');
  if (prettier !== undefined) return [prettier, fix ? '--write' : '--check', '.'];
  return undefined;
}

function pythonCommand(root: string, fix: boolean): string[] | undefined {
  const ruff = tool(root, 'ruff');
  if (ruff !== undefined) return [ruff, 'check', ...(fix ? ['--fix'] : ['--no-fix']), '.'];
  if (fix) {
    const black = tool(root, 'black');
    return black === undefined ? undefined : [black, '.'];
  }
  const flake8 = tool(root, 'flake8');
  if (flake8 !== undefined) return [flake8, '.'];
  const pylint = /^\[tool\.pylint/m.test(readText(join(root, 'pyproject.toml'))) || statOf(join(root, '.pylintrc'));
  const own = pylint ? tool(root, 'pylint') : undefined;
  return own === undefined ? undefined : [own, '--recursive=y', '.'];
}

/** A program of the project's own environment, else of PATH. */
function tool(root: string, name: string): string | undefined {
  const own = join(pythonOf(root), '..', name);
  return own.startsWith('/') && isExecutable(own) ? own : findOnPath(name)[0]?.path;
}

function hasFile(root: string, pattern: RegExp): boolean {
  try {
    return readdirSync(root).some((name) => pattern.test(name));
  } catch {
    return false;
  }
}
