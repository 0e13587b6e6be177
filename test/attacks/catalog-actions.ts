/** All actions of the default catalog, for attacks that are tried on every one of a kind. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/build/root.ts';
import type { Capability } from '../../src/capability/capability.ts';
import { loadCapability } from '../catalog/default-catalog.ts';

/** By their manifests; packs, the lexicon and fixtures are no actions. */
export function catalogActions(): Capability[] {
  const catalog = join(ROOT, 'catalog');
  const files = (readdirSync(catalog, { recursive: true, encoding: 'utf8' }) as string[]).sort();
  const manifests = files.filter(
    (file) => /^[a-z]/.test(file) && !file.startsWith('lexicon/') && /(^|\/)[a-z0-9_]+\.yaml$/.test(file),
  );
  return manifests
    .filter((file) => !/(^|\/)_/.test(file))
    .map((file) => loadCapability(file.slice(0, -'.yaml'.length).replaceAll('/', '.')))
    .filter(({ type }) => type === 'action');
}

/** Names of the arguments of an action. */
export function argumentNames({ argumentsSchema }: Capability): string[] {
  return Object.keys((argumentsSchema?.properties as object | undefined) ?? {});
}
