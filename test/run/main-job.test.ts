import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXECUTABLE, ROOT } from '../../scripts/build/root.ts';
import { readSources } from '../../scripts/build-snapshot.ts';
import { compileCatalog } from '../../src/compile/compile.ts';
import { createRunPorts } from '../../src/platform/run-ports.ts';
import { NO_POLICY } from '../../src/policy/policy.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { openSnapshot } from '../../src/snapshot/read.ts';
import { bytesSource } from '../../src/snapshot/source.ts';
import { toolNames } from '../../src/toolbox/tools.ts';
import { dispatch } from '../../src/verbs/dispatch.ts';
import { VERBS } from '../../src/verbs/verbs.ts';
import type { World } from '../../src/verbs/world.ts';

const WANTED = ['lexicon/vocabulary.yaml', 'system/_pack.yaml', 'system/port/_pack.yaml', 'system/port/who.yaml'];

let world: World;
let server: Server;
let port = 0;
let home = '';

beforeAll(async () => {
  const sources = readSources([join(ROOT, 'catalog')]).filter(({ path }) => WANTED.includes(path));
  expect(sources.map(({ path }) => path).sort()).toEqual([...WANTED].sort());
  const compiled = compileCatalog(
    sources.map((source) => withoutSiblings(source)),
    { builtinTools: toolNames() },
  );
  if (Array.isArray(compiled)) throw new Error(JSON.stringify(compiled, null, 1));
  const snapshot = openSnapshot(bytesSource(new Uint8Array(compiled.snapshot)));
  home = mkdtempSync(join(tmpdir(), 'cap-main-job-'));
  const ports = createRunPorts({
    environment: { ...process.env, CAP_STATE_DIR: join(home, 'state') },
    cwd: home,
    platform: process.platform,
    self: { file: EXECUTABLE, argv: [] },
  });
  world = {
    os: 'linux',
    snapshot: () => snapshot,
    policy: () => NO_POLICY,
    caller: { principal: () => '', origin: () => 'project', trusted: () => true },
    runPorts: async () => ports,
  };
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
});
afterAll(() => {
  server.close();
  rmSync(home, { recursive: true, force: true });
});

/** The boundaries name siblings that this small catalog does not have. */
function withoutSiblings<T extends { path: string; bytes: Uint8Array }>(source: T): T {
  const text = new TextDecoder()
    .decode(source.bytes)
    .replaceAll(/^\s+instead: .*\n/gm, '')
    .replaceAll(/, instead: [\w.]+/g, '');
  return { ...source, bytes: new TextEncoder().encode(text) };
}

async function ask(name: string, request: object) {
  const verb = VERBS.find((candidate) => candidate.name === name);
  if (verb === undefined) throw new Error(`no verb ${name}`);
  const { exitCode, body } = await dispatch(verb, new TextEncoder().encode(JSON.stringify(request)), world);
  expect(body.endsWith('\n')).toBe(true);
  return { exitCode, answer: JSON.parse(body) };
}

describe('the main job: a question, a contract, an execution', () => {
  it.each(['端口被占用', 'which process uses this port'])(
    'from %j to the process that holds the port',
    async (query) => {
      const found = await ask('search', { version: 'tool-search.v1', query });
      const [first] = found.answer.candidates;
      expect(first.canonical_path).toBe('system.port.who');
      const hashes = {
        expected_source_hash: found.answer.catalog.source_hash,
        expected_surface_hash: found.answer.catalog.surface_hash,
      };
      const inspect = { version: 'schema-inspect.v1', canonical_path: first.canonical_path, ...hashes };
      const { tool_spec } = (await ask('inspect', inspect)).answer;
      expect(tool_spec.arguments_schema.properties.port).toMatchObject({ type: 'integer' });
      const request = {
        version: 'action-run.v1',
        canonical_path: first.canonical_path,
        action_version: tool_spec.identity.version,
        ...hashes,
        tool_call_id: 'call-1',
        arguments: { port },
      };
      const ran = await ask('run', request);
      expect(ran).toMatchObject({
        exitCode: 0,
        answer: { status: 'succeeded', evidence: { result: { port, holders: [{ pid: process.pid, port }] } } },
      });
      const rest = { version: 'result-read.v1', result_ref: ran.answer.evidence.result_ref, item: 0 };
      expect(await ask('result', rest)).toMatchObject({ exitCode: 0, answer: { item: { pid: process.pid } } });

      const wrong = await ask('run', { ...request, arguments: { port: String(port), prot: 'tcp' } });
      expect(wrong).toMatchObject({ exitCode: 5, answer: { status: 'invalid_arguments', executed: false } });
      expect(wrong.answer.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
        '/arguments/port',
        '/arguments/prot',
      ]);
    },
  );

  it('a stale hash gets no execution', async () => {
    const snapshot = world.snapshot();
    if (isRefusal(snapshot)) throw new Error('no snapshot');
    const request = {
      version: 'action-run.v1',
      canonical_path: 'system.port.who',
      action_version: 1,
      expected_source_hash: '0'.repeat(64),
      expected_surface_hash: snapshot.surfaceHash,
      tool_call_id: 'call-1',
      arguments: { port },
    };
    expect(await ask('run', request)).toMatchObject({
      exitCode: 6,
      answer: { status: 'catalog_changed', executed: false },
    });
  });
});
