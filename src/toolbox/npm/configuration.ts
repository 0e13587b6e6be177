/**
 * The settings npm uses in a directory, as npm itself works them out.
 */

import type { JsonObject } from '../tool.ts';
import { ToolFailure } from '../tool.ts';
import { npmJson } from './call.ts';

export type NpmConfiguration = {
  readonly prefix: string;
  readonly cache: string;
  readonly registry: string;
  readonly userconfig: string;
  readonly globalconfig: string;
  /** Scope → registry. */
  readonly scopes: ReadonlyMap<string, string>;
};

export async function npmConfiguration(cwd: string): Promise<NpmConfiguration> {
  const all = (await npmJson(['config', 'list', '--long'], cwd)) as JsonObject;
  const text = (name: string): string => {
    const value = all[name];
    if (typeof value !== 'string') throw new ToolFailure(`npm does not tell its setting "${name}"`);
    return value;
  };
  const scopes = new Map<string, string>();
  for (const [name, value] of Object.entries(all)) {
    const scope = /^(@[^:]+):registry$/.exec(name)?.[1];
    if (scope !== undefined && typeof value === 'string') scopes.set(scope, value);
  }
  return {
    prefix: text('prefix'),
    cache: text('cache'),
    registry: text('registry'),
    userconfig: text('userconfig'),
    globalconfig: text('globalconfig'),
    scopes,
  };
}
