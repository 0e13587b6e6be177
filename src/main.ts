/**
 * The first line of every process: answers a quick call at once, or starts the script that the rest needs. Decides
 * nothing else.
 */
import { loadEmbeddedScript } from './platform/cold.ts';
import { ASSETS, isPackaged } from './platform/embedded.ts';
import { processPolicyHost, quickPolicy } from './platform/policy-files.ts';
import { writeAll } from './platform/stdio.ts';
import { REASONS } from './reason/reasons.ts';
import { refuse } from './reason/refusal.ts';
import { answerCall, requestCall } from './request-call.ts';
import { type Answer, failed, refusalAnswer } from './verbs/dispatch.ts';
import { HOT_VERBS } from './verbs/hot-verbs.ts';

type ColdScript = typeof import('./cold.ts');
type ToolsScript = typeof import('./toolbox/entry.ts');

const argv = process.argv.slice(2);
const call = requestCall(argv, HOT_VERBS);
// A policy that has changed since it was compiled last is compiled by the cold part, which answers these verbs as well.
const policy = call === null ? undefined : quickPolicy(processPolicyHost());
if (call === null || policy === undefined) {
  (argv[0] === '--builtin-tool' ? serveTool(argv[1] ?? '') : runCold()).catch((fault) => finish(failed(fault)));
} else {
  const answer = answerCall(
    call,
    () => Promise.reject(new Error('the quick verbs run nothing')),
    () => policy,
  );
  if (answer instanceof Promise) answer.then(finish);
  else finish(answer);
}

/** Everything is written before this returns, so the process may end at once instead of taking its heap down piece by piece. */
function finish({ body, exitCode }: Answer): never {
  process.exit(writeAll(1, body) === 'failed' ? REASONS.internal.exit : exitCode);
}

async function serveTool(name: string): Promise<void> {
  const { serveBuiltinTool } = isPackaged()
    ? (loadEmbeddedScript(ASSETS.toolsScript, ASSETS.toolsCode) as ToolsScript)
    : await import('./toolbox/entry.ts');
  if (await serveBuiltinTool(name)) return;
  finish(refusalAnswer(refuse('denied', { message: 'Built-in tools are started by cap run alone.' })));
}

async function runCold(): Promise<void> {
  const { runCold: run } = isPackaged()
    ? (loadEmbeddedScript(ASSETS.coldScript, ASSETS.coldCode) as ColdScript)
    : await import('./cold.ts');
  await run(argv);
}
