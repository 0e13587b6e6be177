/** Makes the scripts of the executable with esbuild: the hot one, and those that load on demand. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { minify } from 'terser';
import { SCRIPT_END, SCRIPT_START } from '../../src/platform/cold.ts';
import { ROOT, WORK } from './root.ts';

/** One script of the executable. `start` is its first source file. */
type Bundle = { readonly name: 'start' | 'main' | 'refusals' | 'browse' | 'cold' | 'tools'; readonly start: string };

const BUNDLES: readonly Bundle[] = [
  { name: 'start', start: 'src/start.ts' },
  { name: 'main', start: 'src/main.ts' },
  { name: 'refusals', start: 'src/refusals.ts' },
  { name: 'browse', start: 'src/browse.ts' },
  { name: 'cold', start: 'src/cold.ts' },
  { name: 'tools', start: 'src/toolbox/entry.ts' },
];

/** What a process runs first, and where nothing may be loaded that it does not need. */
function isQuick(name: Bundle['name']): boolean {
  return name === 'start' || name === 'main' || name === 'browse';
}

/** Where the finished script lies. */
export function bundlePath(name: Bundle['name']): string {
  return join(WORK, `${name}.js`);
}

/** Writes all scripts. */
export async function writeBundles(): Promise<void> {
  mkdirSync(WORK, { recursive: true });
  await Promise.all(
    BUNDLES.map(async (bundle) => {
      const result = await build({ ...options(bundle), write: false });
      const script = await finishScript(bundle.name, result.outputFiles[0]?.text ?? '');
      writeFileSync(bundlePath(bundle.name), script, 'latin1');
    }),
  );
}

/** What the executable carries: `start` as its own loader runs it, the others with what their loader expects around them. */
async function finishScript(name: Bundle['name'], bundled: string): Promise<string> {
  const script = isQuick(name) ? await inlined(bundled) : bundled;
  if (name === 'start') return asciiScript(script);
  return `${SCRIPT_START}${asciiScript(script)}${SCRIPT_END}`;
}

/**
 * The hot script with functions that are called once written where they are called, which esbuild does not do: there are
 * fewer of them to bring to life in each process. Measured: its code cache loads in 1.05 ms instead of 1.45.
 */
async function inlined(script: string): Promise<string> {
  const { code } = await minify(script, {
    ecma: 2020,
    toplevel: true,
    compress: { passes: 4, inline: 3, keep_fargs: false },
    // V8 compiles a function in brackets at once, with what is around it, instead of looking it through twice.
    format: { ascii_only: true, wrap_iife: true },
  });
  if (code === undefined) throw new Error('the hot script came to nothing');
  return code;
}

/**
 * The script in ASCII alone, as its loader reads it: esbuild's `charset` escapes strings and leaves regular expressions
 * as they are written, where `\uXXXX` means the same.
 */
export function asciiScript(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What a script is made of, without writing it: the house test reads this. */
export async function describeBundle(name: Bundle['name']): Promise<{ metafile: Metafile; bytes: number }> {
  const bundle = BUNDLES.find((candidate) => candidate.name === name);
  if (bundle === undefined) throw new Error(`no bundle ${name}`);
  const result = await build({ ...options(bundle), write: false, metafile: true });
  return { metafile: result.metafile, bytes: result.outputFiles[0]?.contents.byteLength ?? 0 };
}

/** Writes the hot script with its names and lines kept, for a profile. Gives the path. */
export async function writeReadableMain(path: string): Promise<string> {
  await build({
    ...options({ name: 'main', start: 'src/main.ts' }),
    minify: false,
    outfile: path,
  });
  return path;
}

/**
 * Fields that a class only declares are set by its constructor alone. Standard JavaScript defines each of them first, which
 * runs a function of its own for every object: 0.3 ms of a cold search. Nothing here tells the two apart.
 */
const SET_FIELDS_ONCE = { compilerOptions: { useDefineForClassFields: false } };

function options(bundle: Bundle): BuildOptions {
  return {
    absWorkingDir: ROOT,
    entryPoints: [bundle.start],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    // ASCII text lets the loader hand V8 one byte a character; sizes of data tables do not matter here.
    charset: 'ascii',
    minify: true,
    // A class name is part of an error's text in several libraries.
    keepNames: !isQuick(bundle.name),
    legalComments: 'none',
    ...(isQuick(bundle.name) ? { tsconfigRaw: SET_FIELDS_ONCE } : {}),
    logLevel: 'warning',
    outfile: bundlePath(bundle.name),
    // A script that V8 runs from a string has no import(): what is not bundled is a built-in module and can be required.
    supported: { 'dynamic-import': false },
    plugins: isQuick(bundle.name) ? [leaveOnDemandOut, loadLate] : [],
    define: { 'import.meta.url': '"file:///cap"' },
  };
}

/** In the hot script an `import()` of our own code is never followed: inside the executable an asset takes its place. */
const leaveOnDemandOut: Plugin = {
  name: 'leave-on-demand-out',
  setup(api) {
    api.onResolve({ filter: /^\.|^\// }, (args) => {
      if (args.kind !== 'dynamic-import') return undefined;
      const target = isAbsolute(args.path) ? args.path : join(args.resolveDir, args.path);
      return { path: relative(ROOT, target), external: true };
    });
  },
};

/**
 * Built-in modules that few calls need, and what of them: loading node:crypto costs 5 ms, node:os 0.2 ms. The hot script
 * loads one when a function of it is first called.
 */
const LATE: Readonly<Record<string, readonly string[]>> = {
  'node:crypto': ['createHash'],
  'node:module': ['createRequire'],
  'node:os': ['userInfo'],
};

const loadLate: Plugin = {
  name: 'load-late',
  setup(api) {
    api.onResolve({ filter: /^node:/ }, ({ path }) => (path in LATE ? { path, namespace: 'late' } : undefined));
    api.onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
      contents: (LATE[path] ?? []).map((name) => lateFunction(path, name)).join('\n'),
    }));
  },
};

function lateFunction(module: string, name: string): string {
  return `export const ${name} = (...args) => process.getBuiltinModule('${module}').${name}(...args);`;
}
