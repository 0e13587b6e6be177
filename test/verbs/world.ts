/** A world for requests: a small catalog in memory, real run ports over an empty state directory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Capability } from '../../src/capability/capability.ts';
import { type AuditLog, readAudit } from '../../src/platform/audit-log.ts';
import { createRunPorts } from '../../src/platform/run-ports.ts';
import { NO_POLICY } from '../../src/policy/policy.ts';
import { isRefusal, type Refusal } from '../../src/reason/refusal.ts';
import type { RunPorts } from '../../src/run/ports.ts';
import { openSnapshot, type Snapshot } from '../../src/snapshot/read.ts';
import { bytesSource } from '../../src/snapshot/source.ts';
import { writeSnapshot } from '../../src/snapshot/write.ts';
import { dispatch } from '../../src/verbs/dispatch.ts';
import { VERBS } from '../../src/verbs/verbs.ts';
import type { World } from '../../src/verbs/world.ts';
import { CAPABILITIES, capabilityOf, inputOf } from '../snapshot/catalog.ts';

/** An action that really runs, and one that may not without a yes. */
const ACTIONS: readonly Capability[] = [
  ...CAPABILITIES,
  capabilityOf('text.echo', '回显文字', 'Print a text', {
    argumentsSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['text'],
      properties: { text: { type: 'string', maxLength: 100, description: 'What to print.' } },
    },
    examples: [{ arguments: { text: 'hello' } }],
    handler: { kind: 'command', executable: 'printf', argv: ['%s', '--', { arg: 'text' }], output: { format: 'text' } },
  }),
  capabilityOf('text.touch', '新建文件', 'Create an empty file', {
    sideEffect: 'W-local',
    effect: 'write',
    confirmation: 'caller',
    argumentsSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['path'],
      properties: { path: { type: 'string', description: 'The file.' } },
    },
    examples: [{ arguments: { path: 'new.txt' } }],
    affectedResources: ['{path}'],
    whenNotToUse: [{ en: 'To print a text take text.echo.', zh: '输出文字用 text.echo。', instead: 'text.echo' }],
    verifies: ['text.echo'],
    handler: {
      kind: 'command',
      executable: 'touch',
      argv: ['--', { arg: 'path', path: true }],
      output: { format: 'text' },
    },
  }),
];

/** The bytes of the catalog's snapshot. */
export function catalogBytes(): Uint8Array<ArrayBuffer> {
  return writeSnapshot(inputOf(ACTIONS));
}

export function openCatalog(bytes = catalogBytes()): Snapshot {
  const snapshot = openSnapshot(bytesSource(bytes));
  if (isRefusal(snapshot)) throw new Error(snapshot.message);
  return snapshot;
}

/** Asks a world to run one capability of its snapshot with these arguments; `more`: further fields of the request. */
export async function runIn(world: World, id: string, args: object, more: object = {}) {
  const snapshot = world.snapshot() as Snapshot;
  const request = {
    version: 'action-run.v1',
    canonical_path: id,
    action_version: 1,
    expected_source_hash: snapshot.sourceHash,
    expected_surface_hash: snapshot.surfaceHash,
    tool_call_id: 'c',
    arguments: args,
    ...more,
  };
  const run = VERBS.find(({ name }) => name === 'run') as (typeof VERBS)[number];
  const { body } = await dispatch(run, new TextEncoder().encode(JSON.stringify(request)), world);
  return JSON.parse(body);
}

/** Made for run ports; removed when the file's tests are over. */
const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** A world over a snapshot, or over the refusal that choosing one came to. Nothing is written before an action runs. */
export function worldOf(snapshot: Snapshot | Refusal, policy: World['policy'] = () => NO_POLICY): World {
  let ports: RunPorts | undefined;
  return {
    os: 'linux',
    snapshot: () => snapshot,
    policy,
    caller: { principal: () => 'tester', origin: () => 'project', trusted: () => true },
    runPorts: async () => {
      ports ??= freshPorts();
      return ports;
    },
  };
}

/** What the runs of this world have left in its audit. */
export async function auditOf(world: World): Promise<AuditLog> {
  return readAudit({ environment: environmentIn(homes.get(await world.runPorts()) ?? ''), platform: process.platform });
}

const homes = new WeakMap<RunPorts, string>();
const environmentIn = (home: string) => ({ PATH: '/usr/bin:/bin', HOME: home, XDG_STATE_HOME: join(home, 'state') });

function freshPorts(): RunPorts {
  const directory = mkdtempSync(join(tmpdir(), 'cap-verbs-'));
  directories.push(directory);
  const ports = createRunPorts({
    environment: environmentIn(directory),
    cwd: directory,
    platform: process.platform,
    self: { file: process.execPath, argv: [] },
  });
  homes.set(ports, directory);
  return ports;
}
