/** What is kept and for how long: traces of searches only where they were chosen, exports, and what goes by its age. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchTraceResponse } from '../../src/contract/search-trace.v1.ts';
import { appendAudit } from '../../src/platform/audit-log.ts';
import { ask, barely, cap, documentOf, emptyDirectory, probes, runRequest } from './executable.ts';

function withPolicy(text: string) {
  const home = emptyDirectory();
  const configuration = join(home, '.config');
  mkdirSync(join(configuration, 'cap'), { recursive: true });
  // The catalogs that the tests trust stay trusted.
  const trusted = join(barely().XDG_CONFIG_HOME as string, 'cap', 'trusted-snapshots');
  if (existsSync(trusted)) writeFileSync(join(configuration, 'cap', 'trusted-snapshots'), readFileSync(trusted));
  writeFileSync(join(configuration, 'cap', 'policy.yaml'), `version: policy.v1\n${text}\n`);
  const env = { HOME: home, XDG_CONFIG_HOME: configuration };
  return { env, state: join(home, '.local', 'state', 'cap') };
}

const SEARCH = { version: 'tool-search.v1', query: 'secret plan of 端口 3000' };
const linesIn = (directory: string) =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').trimEnd().split('\n'))
    .map((line) => searchTraceResponse.parse(JSON.parse(line)));

describe('a search', () => {
  it.each(['mode: ask', 'keep: {search_traces: off}'])('leaves no trace with the policy %s', async (text) => {
    const { env, state } = withPolicy(text);
    for (let turn = 0; turn < 2; turn += 1) expect((await ask('search', SEARCH, { env })).status).toBe(0);
    expect(existsSync(join(state, 'traces'))).toBe(false);
  });

  it('leaves a digest where the user has chosen that: equal for equal queries, and never the words', async () => {
    const { env, state } = withPolicy('keep: {search_traces: digest}');
    const plain = await ask('search', SEARCH);
    const noted = await ask('search', SEARCH, { env });
    expect(noted.stdout.toString()).toBe(plain.stdout.toString());
    await ask('search', { ...SEARCH, query: 'something else' }, { env });
    await cap(['search', SEARCH.query], { env });
    const traces = linesIn(join(state, 'traces'));
    expect(traces).toHaveLength(3);
    const [first, second, third] = traces.map((trace) => trace.query_digest);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect([first === second, first === third]).toEqual([false, true]);
    const { candidates } = documentOf(plain) as unknown as { candidates: { canonical_path: string }[] };
    expect(traces[0]?.returned).toEqual(candidates.map((one) => one.canonical_path));
    for (const name of readdirSync(join(state, 'traces'))) {
      const file = join(state, 'traces', name);
      expect(readFileSync(file, 'latin1')).not.toContain('secret plan');
      expect(statSync(file).mode & 0o077).toBe(0);
    }
  });

  it('leaves its words where the user has chosen that, without what looks like a secret', async () => {
    const { env, state } = withPolicy('keep: {search_traces: text}');
    const token = `ghp_${'a1B2'.repeat(9)}`;
    await ask('search', { ...SEARCH, query: `push with ${token}`.slice(0, 200) }, { env });
    await ask('search', { version: 'tool-search.v1', subqueries: ['看端口', 'list files'] }, { env });
    const traces = linesIn(join(state, 'traces'));
    expect(traces.map(({ query }) => query)).toEqual([['[masked]'], ['看端口', 'list files']]);
  });
});

describe('records', () => {
  it('are exported by their time, as lines or as a table', async () => {
    const snapshot = await probes();
    const { env } = withPolicy('mode: ask');
    await ask('run', await runRequest('probe.count', { to: 3 }, snapshot), { env, snapshot });
    const cwd = emptyDirectory();
    const call = { env, cwd };
    const saved = (...more: string[]) => cap(['audit', 'export', '-o', 'out', '--snapshot', snapshot, ...more], call);
    expect(documentOf(await saved())).toMatchObject({ command: 'export', total: 2 });
    expect(readFileSync(join(cwd, 'out'), 'utf8').trimEnd().split('\n')).toHaveLength(2);
    expect(documentOf(await saved('--until', '2020-01-01', '--format', 'csv'))).toMatchObject({ total: 0 });
    expect(readFileSync(join(cwd, 'out'), 'utf8')).toMatch(/^seq,time,user,kind,[^\n]*\r\n$/);
    expect((await saved('--since', 'yesterday')).status).toBe(2);
  });

  it('older than the policy says go, and not before', async () => {
    const snapshot = await probes();
    const { env, state } = withPolicy('keep: {audit_days: 60, journal_days: 3}');
    for (const id of ['one', 'two']) {
      await ask('run', await runRequest('probe.count', { to: 3 }, snapshot, { tool_call_id: id }), {
        env,
        snapshot,
      });
    }
    const [old] = readdirSync(join(state, 'results'));
    const then = new Date(Date.now() - 4 * 24 * 60 * 60_000);
    utimesSync(join(state, 'results', old as string), then, then);
    const prune = (...more: string[]) => cap(['audit', 'prune', '--json', ...more], { env });
    expect(documentOf(await prune('--days', '30'))).toMatchObject({ error: { reason: 'denied', path: '--days' } });
    expect(documentOf(await prune())).toMatchObject({
      removed: [],
      records: { results: 1, operations: 0, traces: 0, scripts: 0 },
    });
    expect(readdirSync(join(state, 'results'))).toHaveLength(1);
  });

  it('events of the log go by their own age, out of the file that is written to, unless a policy keeps them longer', async () => {
    const snapshot = await probes();
    const { env, state } = withPolicy('keep: {audit_days: 90}');
    const DAY = 24 * 60 * 60_000;
    for (const days of [400, 100, 80, 31]) {
      const clock = () => Date.now() - days * DAY;
      const facts = { kind: 'intent', operation_id: `days-${days}`, canonical_path: 'probe.count' } as const;
      const host = { environment: { CAP_STATE_DIR: state }, platform: process.platform, clock };
      await appendAudit({ ...facts, tool_call_id: 'c', input_hash: 'ab'.repeat(32), details: {} }, host);
    }
    await ask('run', await runRequest('probe.count', { to: 3 }, snapshot), { env, snapshot });
    const audit = async (...argv: string[]) =>
      documentOf(await cap(['audit', ...argv, '--json', '--snapshot', snapshot], { env })) as unknown as {
        events?: { operation_id: string }[];
        holds?: boolean;
      };
    expect(await audit('prune', '--days', '30')).toMatchObject({ error: { reason: 'denied' } });
    expect(await audit('prune')).toMatchObject({ removed: [], removed_events: 2 });
    expect(await audit('verify')).toMatchObject({ holds: true, total: 4 });
    const left = (await audit('list')).events?.map((event) => event.operation_id) ?? [];
    expect(left.slice(2)).toEqual(['days-31', 'days-80']);
    expect(await audit('prune', '--days', '95')).toMatchObject({ removed_events: 0 });
    writeFileSync(join(env.XDG_CONFIG_HOME ?? '', 'cap', 'policy.yaml'), 'version: policy.v1\n');
    expect(await audit('prune')).toMatchObject({ removed_events: 2 });
    expect(await audit('verify')).toMatchObject({ holds: true, total: 2 });
  });
});
