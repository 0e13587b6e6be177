/**
 * What a process does that may be quick: answers a call of a quick verb at once, or starts the script that the rest
 * needs. It knows neither the verbs nor the rest.
 */
import { loadEmbeddedScript } from './platform/cold.ts';
import { ASSETS, isPackaged } from './platform/embedded.ts';
import { quickPolicy } from './platform/known-policy.ts';
import { processPolicyHost } from './platform/policy-files.ts';
import { writeAll } from './platform/stdio.ts';
import { REASONS } from './reason/reasons.ts';
import { refuse } from './reason/refusal.ts';
import { answerCall, requestCall } from './request-call.ts';
import { type Answer, failed, type QuickVerb, refusalAnswer } from './verbs/dispatch.ts';

type ColdScript = typeof import('./cold.ts');
type ToolsScript = typeof import('./toolbox/entry.ts');

/** Answers this process's call where it is one of `verbs` with its request; everything else is for the later scripts. */
export function serve(verbs: readonly QuickVerb[]): void {
  const argv = process.argv.slice(2);
  const call = requestCall(argv, verbs);
  // A policy that has changed since it was compiled last is compiled by the cold part, which answers these verbs as well.
  const policy = call === null ? undefined : quickPolicy(processPolicyHost());
  if (call === null || policy === undefined) {
    (argv[0] === '--builtin-tool' ? serveTool(argv[1] ?? '') : runCold(argv)).catch((fault) => finish(failed(fault)));
    return;
  }
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

async function runCold(argv: readonly string[]): Promise<void> {
  const { runCold: run } = isPackaged()
    ? (loadEmbeddedScript(ASSETS.coldScript, ASSETS.coldCode) as ColdScript)
    : await import('./cold.ts');
  await run(argv);
}
