/**
 * Loads the second scripts of the executable: everything that a cold search does not need. A script is plain CommonJS
 * text with its compiled code beside it; this file knows how to start one and nothing of what is inside.
 */
import { Script } from 'node:vm';
import { type AssetName, embeddedAsset } from './embedded.ts';

type Require = (name: string) => unknown;
type Start = (
  exports: unknown,
  require: Require,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void;

/**
 * What stands around a CommonJS script, so that running it gives a function. The build puts it there: a second copy of
 * the text in memory would bring on a collection of garbage, 1 ms, in the middle of a cold search.
 */
export const SCRIPT_START = '(function (exports, require, module, __filename, __dirname) {';
export const SCRIPT_END = '})';

/**
 * Compiles one CommonJS script with what stands around it. `code` is V8's code cache for exactly this text and this version of node; V8 refuses
 * one that does not fit, and the script then only starts slower.
 */
export function compileScript(text: string, name: string, code: Uint8Array | undefined): Script {
  return new Script(text, { filename: name, ...(code === undefined ? {} : { cachedData: code }) });
}

/** Runs a compiled script and gives what it exports. `require` needs to serve built-in modules only. */
export function runScript(script: Script, require: Require): unknown {
  const start = script.runInThisContext() as Start;
  const module: { exports: unknown } = { exports: {} };
  // Libraries that ask for their own place are told the executable's.
  const { execPath } = process;
  start(module.exports, require, module, execPath, execPath.slice(0, execPath.lastIndexOf('/')));
  return module.exports;
}

/** Starts the script that the executable carries under `script`, with the code cache under `code` when it is there. */
export function loadEmbeddedScript(script: AssetName, code: AssetName): unknown {
  const text = embeddedAsset(script);
  if (text === undefined) throw new Error(`built without ${script}`);
  return runScript(compileScript(latin1(text), script, embeddedAsset(code)), (name) => process.getBuiltinModule(name));
}

/** The build writes these scripts in ASCII: V8 then keeps one byte a character and nothing is decoded. */
function latin1(bytes: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
