/**
 * What a virtual or Conda environment is, by the files that its maker left: no interpreter is started, as one that lies in
 * a directory named by an argument may be anybody's program.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isExecutable } from '../path-entries.ts';
import { type JsonObject, ToolFailure } from '../tool.ts';
import { environmentPackages, siteDirectories } from './metadata.ts';

/** Throws ToolFailure when the interpreter is missing, or nothing tells its version. */
export function environmentFacts(environment: string): JsonObject {
  const executable = join(environment, 'bin/python');
  if (!isExecutable(executable)) {
    throw new ToolFailure(`the interpreter of ${environment} is missing: the environment is broken`, 'not_found');
  }
  const settings = settingsOf(environment);
  const version = settings === undefined ? condaVersion(environment) : versionIn(settings);
  if (version === undefined) throw new ToolFailure(`nothing in ${environment} tells which Python it is for`);
  const home = settings?.get('home');
  const [site] = siteDirectories(environment);
  return {
    version,
    implementation: settings?.get('implementation') ?? (site?.includes('/pypy') === true ? 'PyPy' : 'CPython'),
    executable,
    prefix: environment,
    base_prefix: home === undefined ? environment : dirname(home),
    in_virtual_environment: settings !== undefined,
    packages_directory: site ?? null,
    externally_managed: false,
    pip_version: environmentPackages(environment).find(({ name }) => name === 'pip')?.version ?? null,
  };
}

/** The lines `name = value` of pyvenv.cfg; undefined for an environment of Conda's. */
function settingsOf(environment: string): ReadonlyMap<string, string> | undefined {
  let text: string;
  try {
    text = readFileSync(join(environment, 'pyvenv.cfg'), 'utf8');
  } catch {
    return undefined;
  }
  return new Map(
    text.split(/\r?\n/).flatMap((line): [string, string][] => {
      const [, name = '', value = ''] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      return name === '' ? [] : [[name.toLowerCase(), value]];
    }),
  );
}

/** venv writes `version`; virtualenv and uv write `version_info`, with the words of a release behind it. */
function versionIn(settings: ReadonlyMap<string, string>): string | undefined {
  const stated = settings.get('version') ?? settings.get('version_info') ?? '';
  return /^\d+(?:\.\d+)+(?:(?:a|b|rc)\d+|\+)?/.exec(stated)?.[0];
}

/** Conda notes every package that it has put in: python-3.11.5-h955ad1f_0.json. */
function condaVersion(environment: string): string | undefined {
  const notes = readdirSync(join(environment, 'conda-meta'));
  return notes.map((name) => /^python-(\d+(?:\.\d+)+[^-]*)-.*\.json$/.exec(name)?.[1]).find((one) => one !== undefined);
}
