/**
 * What makes a directory a project, and which project a directory belongs to: tools that work on a project start from
 * anywhere in it. Pure; whoever asks looks for the files.
 */

export type Ecosystem = 'node' | 'python' | 'rust' | 'go' | 'maven' | 'gradle' | 'make';

/** In this order a project with several manifests is taken; a Makefile often only wraps the others. */
export const MANIFESTS: readonly (readonly [string, Ecosystem])[] = [
  ['package.json', 'node'],
  ['pyproject.toml', 'python'],
  ['setup.py', 'python'],
  ['setup.cfg', 'python'],
  ['requirements.txt', 'python'],
  ['Cargo.toml', 'rust'],
  ['go.mod', 'go'],
  ['pom.xml', 'maven'],
  ['build.gradle', 'gradle'],
  ['build.gradle.kts', 'gradle'],
  ['Makefile', 'make'],
  ['makefile', 'make'],
  ['GNUmakefile', 'make'],
];

/** By these, and by nothing else in a project, our own tools choose what they start; what that does then is its own matter. */
export const CHOOSING_FILES: readonly string[] = [
  ...MANIFESTS.map(([name]) => name),
  ...'.npmrc .yarnrc .yarnrc.yml .pylintrc gradlew mvnw'.split(' '),
  ...'bun.lock bun.lockb package-lock.json pnpm-lock.yaml poetry.lock uv.lock yarn.lock'.split(' '),
  ...['.venv', 'env', 'venv'].flatMap((name) =>
    ['pyvenv.cfg', ...'black coverage flake8 pylint pytest python ruff'.split(' ').map((one) => `bin/${one}`)].map(
      (file) => `${name}/${file}`,
    ),
  ),
  ...'biome c8 eslint jest mocha nyc prettier tsx vitest'.split(' ').map((name) => `node_modules/.bin/${name}`),
];

/** What stands at an absolute path. */
export type Look = { readonly isFile: (path: string) => boolean; readonly isThere: (path: string) => boolean };

/**
 * The nearest directory, upwards from an absolute one, that has a manifest; undefined where there is none up to the top of a
 * repository or of the file system.
 */
export function projectRoot(directory: string, { isFile, isThere }: Look): string | undefined {
  for (let at = directory; ; at = at.slice(0, Math.max(1, at.lastIndexOf('/')))) {
    const inIt = (name: string) => (at === '/' ? `/${name}` : `${at}/${name}`);
    if (MANIFESTS.some(([manifest]) => isFile(inIt(manifest)))) return at;
    if (at === '/' || isThere(inIt('.git'))) return undefined;
  }
}
