/**
 * The first line of every process: answers a quick call at once, or starts the script that the command line needs. It
 * builds the World for the quick verbs and decides nothing else.
 */
import { REQUEST_BYTES } from './contract/text-limits.ts';
import { hotCall } from './hot-call.ts';
import { loadEmbeddedScript } from './platform/cold.ts';
import { ASSETS, isPackaged } from './platform/embedded.ts';
import { readRequest } from './platform/request-source.ts';
import { writeAll } from './platform/stdio.ts';
import { createWorld } from './platform/world.ts';
import { isRefusal } from './reason/refusal.ts';
import { type Answer, dispatch, failed, refusalAnswer, type Verb } from './verbs/dispatch.ts';
import { HOT_VERBS } from './verbs/hot-verbs.ts';

type ColdScript = typeof import('./cold.ts');
type ToolsScript = typeof import('./toolbox/entry.ts');

const argv = process.argv.slice(2);
const call = hotCall(argv, HOT_VERBS);
if (call !== null) finish(answer(call.verb, call.request, call.snapshot));
else (argv[0] === '--builtin-tool' ? serveTool(argv[1] ?? '') : runCold()).catch((fault) => finish(failed(fault)));

function answer(verb: Verb, source: string, snapshotFile: string | undefined): Answer {
  const request = readRequest(source, REQUEST_BYTES);
  if (isRefusal(request)) return refusalAnswer(request);
  const noRun = () => Promise.reject(new Error('the quick verbs run nothing'));
  const given = dispatch(verb, request, createWorld(snapshotFile, noRun));
  return given instanceof Promise ? failed(new Error('the quick verbs wait for nothing')) : given;
}

/** Everything is written before this returns, so the process may end at once instead of taking its heap down piece by piece. */
function finish({ body, exitCode }: Answer): never {
  writeAll(1, body);
  process.exit(exitCode);
}

async function serveTool(name: string): Promise<void> {
  const { serveBuiltinTool } = isPackaged()
    ? (loadEmbeddedScript(ASSETS.toolsScript, ASSETS.toolsCode) as ToolsScript)
    : await import('./toolbox/entry.ts');
  await serveBuiltinTool(name);
}

async function runCold(): Promise<void> {
  const { runCold: run } = isPackaged()
    ? (loadEmbeddedScript(ASSETS.coldScript, ASSETS.coldCode) as ColdScript)
    : await import('./cold.ts');
  await run(argv);
}
