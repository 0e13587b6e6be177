/** `cap policy check | compile | explain`: whether the policy files can be used, and what they say of one capability. */
import type { Command } from 'commander';
import type { PolicyReport } from '../contract/policy-report.v1.ts';
import { describeDenied } from '../policy/policy.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { approvalNeeded } from '../run/decide.ts';
import { findMemory } from '../run/memory.ts';
import { findNetwork } from '../run/network.ts';
import { SnapshotDamaged } from '../snapshot/damaged.ts';
import { identify } from '../snapshot/identify.ts';
import { type Answer, failed, refusalAnswer } from '../verbs/dispatch.ts';
import { govern } from '../verbs/governance.ts';
import type { World } from '../verbs/world.ts';
import { idOfWords } from './capability-words.ts';
import { addEverywhere, everywhereOf } from './everywhere.ts';
import { examplesHelp, exitCodesHelp } from './help.ts';
import type { Host, PolicyCheck } from './host.ts';
import { policyFindings } from './policy-findings.ts';
import type { Reply } from './reply.ts';

export function addPolicyCommands(program: Command, host: Host, take: (work: Promise<Reply>) => void): void {
  const policy = program.command('policy').description('Check policy files and explain what they allow.');
  addEverywhere(policy).addHelpText('after', exitCodesHelp());
  const reply = async (command: Command, work: (world: World) => Promise<Answer>): Promise<Reply> => {
    const everywhere = everywhereOf(command);
    return {
      answer: await work(host.world(everywhere.snapshot)),
      everywhere,
      help: `cap policy ${command.name()} --help`,
    };
  };

  const check = policy.command('check').description('Check policy files, with all their examples.');
  check.argument('[files...]', 'policy files; without one, those that hold here');
  check.option(
    '--strict',
    'also fail where they name what this catalog does not have, or has otherwise, or where a rule meets nothing',
  );
  finish(check, ['cap policy check', 'cap policy check my-policy.yaml', 'cap policy check my-policy.yaml --strict']);
  check.action((files: string[], { strict = false }: { strict?: boolean }) =>
    take(reply(check, async (world) => checkAnswer(await host.checkPolicy(files), world, strict))),
  );

  const compile = policy
    .command('compile')
    .description('Compile the organisation’s policy file and leave the result beside it, for everybody.');
  finish(compile, ['sudo cap policy compile']);
  compile.action(() => take(reply(compile, async () => compileAnswer(await host.compilePolicy()))));

  const explain = policy.command('explain').description('What policy says of one capability, and by which rule.');
  explain.argument('<capability...>', 'an id or its words');
  finish(explain, ['cap policy explain ID']);
  explain.action((words: string[]) => take(reply(explain, (world) => explainAnswer(words, world, host))));
}

function checkAnswer(found: PolicyCheck, world: World, strict: boolean): Answer {
  const findings = policyFindings(found, world);
  const holds = found.problems.length === 0 && (!strict || findings.length === 0);
  const more = findings.length === 0 ? {} : { findings };
  return document({ ...reportOf('check', found), ...more }, holds ? 0 : UNUSABLE);
}

function compileAnswer(made: PolicyCheck | Refusal): Answer {
  if (isRefusal(made)) return refusalAnswer(made);
  return document(reportOf('compile', made), made.problems.length === 0 ? 0 : UNUSABLE);
}

/** The exit code of policy files that cannot be used, or not without a finding where that was asked for. */
const UNUSABLE = 2;

async function explainAnswer(words: readonly string[], world: World, host: Host): Promise<Answer> {
  const policy = world.policy();
  if (isRefusal(policy)) return refusalAnswer(policy);
  const snapshot = world.snapshot();
  if (isRefusal(snapshot)) return refusalAnswer(snapshot);
  try {
    const { hidden, factsOf } = govern(policy, snapshot, world.caller);
    const id = idOfWords(words, snapshot, hidden);
    const doc = identify(id, snapshot, hidden);
    if (isRefusal(doc)) return refusalAnswer(doc);
    const facts = factsOf(id);
    if (facts === undefined) return refusalAnswer(refuse('unknown_capability'));
    const denied = describeDenied(policy, facts);
    const contract = snapshot.contract(doc);
    const ports = contract.handler === undefined ? undefined : await world.runPorts();
    const network = ports === undefined ? undefined : (await findNetwork(contract, ports)).network;
    const memory = ports === undefined ? undefined : findMemory(policy, ports);
    const { rule, kind, message } = approvalNeeded(policy, facts, contract, network, memory);
    const capability: PolicyReport['capability'] = {
      canonical_path: id,
      origin: facts.origin,
      discover: { allowed: true },
      describe: denied === undefined ? { allowed: true } : { allowed: false, ...denied },
      execute: { answer: kind, rule, ...(message === undefined ? {} : { message }) },
    };
    return document({ ...reportOf('explain', await host.checkPolicy([])), capability }, 0);
  } catch (thrown) {
    if (thrown instanceof SnapshotDamaged) return failed(thrown);
    throw thrown;
  }
}

function reportOf(command: PolicyReport['command'], { files, problems, policy, beside }: PolicyCheck): PolicyReport {
  const usable = problems.length === 0;
  const facts = policy === undefined ? {} : { mode: policy.mode.mode, rules: policy.rules.length };
  return {
    version: 'policy-report.v1',
    command,
    files: files.map(({ level, path }) => ({ level, path })),
    usable,
    problems: problems.map((problem) => ({ ...problem })),
    ...(beside === undefined ? {} : { compiled: { ...beside, written: command === 'compile' } }),
    ...facts,
  };
}

function document(report: PolicyReport, exitCode: number): Answer {
  return { exitCode, body: `${JSON.stringify(report)}\n` };
}

function finish(command: Command, examples: readonly string[]): void {
  addEverywhere(command).addHelpText('after', examplesHelp(examples)).addHelpText('after', exitCodesHelp());
}
