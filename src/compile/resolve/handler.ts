/**
 * The handler of an action against its schema: every argument exists and is used, has a kind that its place can carry,
 * and no value can turn into something else there. The runner checks values again; here is what no value may break.
 */
import type { HttpHandler, McpHandler, ProgramCall } from '../../capability/capability.ts';
import { nearest } from '../../reason/nearest.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Path } from '../parse.ts';
import { type Draft, diagnostic } from '../validate.ts';
import { ArgumentUse } from './argument-use.ts';
import { checkHttp } from './http-handler.ts';
import { checkProgram } from './program-handler.ts';

/** Programs that take a program text: whatever they are given could be a command line. */
const SHELLS = 'sh bash dash zsh ksh fish csh tcsh cmd powershell pwsh'.split(' ');
/** Programs that start whatever they are told to. */
const WRAPPERS = 'busybox eval env xargs sudo su doas nohup'.split(' ');

export function checkHandler(draft: Draft, builtinTools: readonly string[] | undefined): Diagnostic[] {
  const { manifest } = draft;
  if (manifest.type !== 'action') return [];
  const { handler, preview, arguments_schema: schema } = manifest;
  const looks = preview === undefined ? [] : checkTool(draft, preview, ['preview'], builtinTools);
  if (handler.kind === 'builtin') {
    return [...looks, ...checkTool(draft, handler.tool, ['handler', 'tool'], builtinTools)];
  }
  const use = new ArgumentUse(draft, schema);
  // zod marks absent keys as "or undefined"; parsing never sets such a key.
  switch (handler.kind) {
    case 'command':
      refuseStarter(use, ['handler', 'executable'], handler.executable, [...SHELLS, ...WRAPPERS]);
      checkProgram(use, handler as ProgramCall);
      break;
    case 'script':
      refuseStarter(use, ['handler', 'interpreter'], handler.interpreter, WRAPPERS);
      refuseNul(use, ['handler', 'interpreter_argv'], handler.interpreter_argv ?? []);
      checkProgram(use, handler as ProgramCall);
      break;
    case 'http':
      checkHttp(use, handler as HttpHandler, manifest);
      break;
    case 'mcp':
      checkServer(use, handler as McpHandler, Object.keys((schema.properties ?? {}) as object));
      break;
  }
  return [...looks, ...use.finish()];
}

function checkTool(draft: Draft, tool: string, path: Path, known: readonly string[] | undefined): Diagnostic[] {
  if (known === undefined || known.includes(tool)) return [];
  const details = { received: tool, did_you_mean: nearest(tool, known) };
  return [diagnostic(draft.source, path, 'unknown_tool', `no built-in tool ${tool}`, details)];
}

/** The tool gets all arguments as they are, so all of them are used. */
function checkServer(use: ArgumentUse, { server }: McpHandler, names: readonly string[]): void {
  for (const name of names) use.property(name, ['arguments_schema', 'properties', name]);
  refuseStarter(use, ['handler', 'server', 'executable'], server.executable, [...SHELLS, ...WRAPPERS]);
  refuseNul(use, ['handler', 'server', 'argv'], server.argv ?? []);
}

function refuseStarter(use: ArgumentUse, path: Path, name: string, starters: readonly string[]): void {
  if (!starters.includes(name)) return;
  use.report(path, 'bad_handler', `${name} starts other programs: name the program itself`);
}

function refuseNul(use: ArgumentUse, path: Path, words: readonly string[]): void {
  for (const [at, word] of words.entries()) {
    if (word.includes('\0')) use.report([...path, at], 'bad_handler', 'an argv element cannot hold NUL');
  }
}
