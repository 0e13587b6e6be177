/** A small catalog and the way to ask it: every test of the search enters by dispatch, as a caller would. */

import type { Capability, OperatingSystem } from '../../src/capability/capability.ts';
import { compileCapabilities } from '../../src/compile/compile.ts';
import type { ToolSearchResponse } from '../../src/contract/tool-search.v1.ts';
import { foreignCapability } from '../../src/evaluation/foreign-set.ts';
import { NO_POLICY } from '../../src/policy/policy.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { openSnapshot, type Snapshot } from '../../src/snapshot/read.ts';
import { bytesSource } from '../../src/snapshot/source.ts';
import { type Answer, dispatch } from '../../src/verbs/dispatch.ts';
import { HOT_VERBS } from '../../src/verbs/hot-verbs.ts';

/** A capability with nothing set but what `more` says; ids follow the default catalog's form. */
export function capability(id: string, title: string, summary: string, more: Partial<Capability> = {}): Capability {
  const plain = foreignCapability({ id, title, summary });
  return { ...plain, sideEffect: 'R', effect: 'read', riskLevel: 'low', confirmation: 'none', ...more };
}

export const SMALL: readonly Capability[] = [
  capability(
    'system.port.who',
    'Show which process holds a port',
    'Lists the process that listens on a TCP or UDP port',
    {
      title: { en: 'Show which process holds a port', zh: '查看谁占用端口' },
      summary: { en: 'Lists the process that listens on a TCP or UDP port', zh: '列出监听某个端口的进程' },
      aliases: { en: ['who uses this port'], zh: ['端口被谁占用'] },
    },
  ),
  capability('system.port.listening', 'List listening ports', 'All ports on which some process listens', {
    title: { en: 'List listening ports', zh: '列出监听中的端口' },
    summary: { en: 'All ports on which some process listens', zh: '本机所有处于监听状态的端口' },
  }),
  capability('system.process.kill', 'Stop a process', 'Ends a running process by its number', {
    title: { en: 'Stop a process', zh: '结束进程' },
    summary: { en: 'Ends a running process by its number', zh: '按编号结束一个进程' },
    sideEffect: 'I',
    effect: 'destructive',
  }),
  capability('git.status', 'Show the state of the working tree', 'Changed, staged and untracked files of a repository'),
  capability('git.log', 'List commits', 'Commits of a repository, newest first'),
  capability('git.push', 'Push commits', 'Sends local commits to a remote repository', {
    sideEffect: 'W-shared',
    effect: 'write',
  }),
  capability('system.service.status', 'Show a service', 'State of one system service'),
  capability('media.mac.only', 'Read the clipboard', 'Text of the clipboard', { os: ['darwin'] }),
  capability('git', 'Git', 'Version control', { type: 'pack', product: 'git', pack: '' }),
];

/** Opens a compiled catalog; documents get their numbers in the order of ids, as the compiler gives them. */
export function snapshotOf(capabilities: readonly Capability[]): Snapshot {
  const snapshot = openSnapshot(bytesSource(new Uint8Array(compileCapabilities(capabilities).snapshot)));
  if (isRefusal(snapshot)) throw new Error(snapshot.message);
  return snapshot;
}

/** Asks one verb with a JSON request and gives the parsed answer with its exit code. */
export function asker(snapshot: Snapshot, os: OperatingSystem = 'linux') {
  const world = {
    os,
    snapshot: () => snapshot,
    policy: () => NO_POLICY,
    caller: { principal: () => '', origin: () => 'project' as const, trusted: () => true },
    runPorts: () => Promise.reject(new Error('nothing runs here')),
  };
  return (verb: string, request: object): Answer & { json: ToolSearchResponse } => {
    const row = HOT_VERBS.find(({ name }) => name === verb);
    if (row === undefined) throw new Error(`no verb ${verb}`);
    const answer = dispatch(row, new TextEncoder().encode(JSON.stringify(request)), world) as Answer;
    return { ...answer, json: JSON.parse(answer.body) };
  };
}
