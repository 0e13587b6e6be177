/**
 * Adding and removing dependencies with the package manager of a project, and which files that changed.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { maskAddresses } from '../masking.ts';
import { type JsonObject, ToolFailure } from '../tool.ts';
import { runCommand } from './command.ts';
import type { Project } from './project.ts';

const FILES =
  'package.json package-lock.json npm-shrinkwrap.json pnpm-lock.yaml yarn.lock bun.lock bun.lockb pyproject.toml uv.lock poetry.lock Cargo.toml Cargo.lock go.mod go.sum'.split(
    ' ',
  );
/** Lines of a manager's output that a failure quotes. */
const QUOTED_LINES = 40;

/** The manager's command, or undefined where a manager has none that keeps the manifest. */
export function changeCommand(
  { manager, ecosystem }: Project,
  change: 'add' | 'remove',
  packages: readonly string[],
  development: boolean,
): string[] | undefined {
  const add = change === 'add';
  switch (manager) {
    case 'npm':
      return [
        'npm',
        add ? 'install' : 'uninstall',
        ...(add && development ? ['--save-dev'] : []),
        '--no-audit',
        '--no-fund',
        '--',
        ...packages,
      ];
    case 'pnpm':
      return ['pnpm', change, ...(add && development ? ['--save-dev'] : []), ...packages];
    case 'yarn':
      return ['yarn', change, ...(add && development ? ['--dev'] : []), ...packages];
    case 'bun':
      return ['bun', change, ...(add && development ? ['--dev'] : []), ...packages];
    case 'cargo':
      return ['cargo', change, ...(add && development ? ['--dev'] : []), '--', ...packages];
    case 'uv':
      return ['uv', change, ...(add && development ? ['--dev'] : []), '--', ...packages];
    case 'poetry':
      return ['poetry', change, '--no-interaction', ...(add && development ? ['--group=dev'] : []), ...packages];
    default:
      if (ecosystem !== 'go') return undefined;
      return ['go', 'get', ...packages.map((name) => (add ? name : `${name}@none`))];
  }
}

/** Runs it; a manager that fails is a failure here, with its last words. */
export async function changeDependencies(
  project: Project,
  change: 'add' | 'remove',
  packages: readonly string[],
  development: boolean,
): Promise<JsonObject> {
  const odd = packages.find((name) => name.startsWith('-'));
  if (odd !== undefined) throw new ToolFailure(`"${odd}" is not the name of a package`, 'invalid_arguments');
  const command = changeCommand(project, change, packages, development);
  if (command === undefined) {
    throw new ToolFailure(
      `${project.manifest} (${project.manager}) has no command that keeps its list of dependencies: edit the file`,
      'not_supported',
    );
  }
  const before = fingerprints(project.root);
  const { finished } = await runCommand(command, project.root, QUOTED_LINES);
  if (finished.exit_code !== 0) {
    const words = maskAddresses(finished.output).trim().slice(-2000);
    throw new ToolFailure(`${project.manager} could not ${change} it (exit code ${finished.exit_code}): ${words}`);
  }
  const after = fingerprints(project.root);
  return {
    root: project.root,
    manager: project.manager,
    command: [...command],
    changed_files: FILES.filter((name) => before.get(name) !== after.get(name)),
    duration_ms: finished.duration_ms,
  };
}

function fingerprints(root: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of FILES) {
    try {
      found.set(
        name,
        createHash('sha256')
          .update(readFileSync(join(root, name)))
          .digest('hex'),
      );
    } catch {}
  }
  return found;
}
