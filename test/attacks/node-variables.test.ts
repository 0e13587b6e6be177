/**
 * The variables that node itself reads. Cap is a node inside: what is set for another program must not change an answer,
 * load code, or go on to what is started. What node does with some of them before our first line is written down here.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { childEnvironment } from '../../src/platform/environment.ts';
import { ask, cap, documentOf, emptyDirectory, probes } from '../e2e/executable.ts';

const place = emptyDirectory('cap-variables-');
const at = (name: string) => join(place, name);
writeFileSync(at('trap.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(at('trapped'))}, '')`);
const trapped = () => existsSync(at('trapped'));

/** Nothing comes of these: not a byte of the answer, nothing on stderr, no file. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--require ${at('trap.cjs')}`,
  NODE_PATH: place,
  NODE_EXTRA_CA_CERTS: at('trap.cjs'),
  SSL_CERT_FILE: at('trap.cjs'),
  SSL_CERT_DIR: place,
  OPENSSL_CONF: at('trap.cjs'),
  OPENSSL_MODULES: place,
  OPENSSL_ENGINES: place,
  NODE_PENDING_DEPRECATION: '1',
  NODE_REDIRECT_WARNINGS: at('warnings'),
  NODE_NO_WARNINGS: '1',
  NODE_ICU_DATA: place,
  ICU_DATA: place,
  NODE_PRESERVE_SYMLINKS: '1',
  NODE_PRESERVE_SYMLINKS_MAIN: '1',
  NODE_TLS_REJECT_UNAUTHORIZED: '0',
  NODE_USE_ENV_PROXY: '1',
  NODE_USE_SYSTEM_CA: '1',
  NODE_UNIQUE_ID: '1',
  NODE_CHANNEL_SERIALIZATION_MODE: 'advanced',
  NODE_CLUSTER_SCHED_POLICY: 'rr',
  NODE_TEST_CONTEXT: 'child-v8',
  NODE_TEST_WORKER_ID: '1',
  NODE_DISABLE_COLORS: '1',
  NODE_REPL_HISTORY: at('history'),
  NODE_REPL_MODE: 'strict',
  NODE_INSPECT_RESUME_ON_START: '1',
  NODE_SKIP_PLATFORM_CHECK: '1',
  NODE_COMPILE_CACHE_PORTABLE: '1',
  NODE_DISABLE_COMPILE_CACHE: '1',
  WATCH_REPORT_DEPENDENCIES: '1',
  UV_THREADPOOL_SIZE: '0',
  UV_USE_IO_URING: '1',
  FORCE_COLOR: '3',
};

/** Node writes there for the process itself, before our first line or after our last. */
const WRITES: Readonly<Record<string, string>> = {
  NODE_V8_COVERAGE: at('coverage'),
  NODE_COMPILE_CACHE: at('cache'),
};

/** Node tells of itself on stderr. */
const TELLS: Readonly<Record<string, string>> = {
  NODE_DEBUG: 'fs,net,child_process,stream',
  NODE_DEBUG_NATIVE: 'SEA',
};

const SEARCH = { version: 'tool-search.v1', query: '端口被占用' };
const INSPECT = { version: 'schema-inspect.v1', canonical_path: 'system.port.who' };
const answers = async (env: Readonly<Record<string, string>>) => {
  const [searched, inspected, ran] = [
    await ask('search', SEARCH, { env }),
    await ask('inspect', INSPECT, { env }),
    await cap(['run', 'probe.say', '--text', 'hi', '--snapshot', await probes()], { env }),
  ];
  const { evidence } = documentOf(ran) as unknown as { evidence: { stdout: { text: string } } };
  const said = [searched.stdout.toString(), inspected.stdout.toString(), evidence.stdout.text];
  const statuses = [searched, inspected, ran].map(({ status }) => status);
  return { said, statuses, errors: [searched, inspected, ran].map(({ stderr }) => stderr) };
};

let plain: Awaited<ReturnType<typeof answers>>;
beforeAll(async () => {
  plain = await answers({});
  expect(plain.statuses).toEqual([0, 0, 0]);
}, 60_000);

it('those without effect, all at once', async () => {
  const before = readdirSync(place);
  expect(await answers(WITHOUT_EFFECT)).toEqual(plain);
  expect(trapped()).toBe(false);
  expect(readdirSync(place)).toEqual(before);
});

it.each(Object.entries(WITHOUT_EFFECT).filter(([name]) => !name.startsWith('NODE_TEST')))(
  '%s alone changes no search',
  async (name, value) => {
    const given = await ask('search', SEARCH, { env: { [name]: value } });
    expect([given.status, given.stderr]).toEqual([0, '']);
    expect(given.stdout.toString()).toBe(plain.said[0]);
    expect(trapped()).toBe(false);
  },
);

describe('what node does by itself', () => {
  it.each(Object.entries(WRITES))('%s writes where it says, and changes no answer', async (name, value) => {
    expect(await answers({ [name]: value })).toEqual(plain);
    expect(existsSync(value)).toBe(true);
  });

  it.each(Object.entries(TELLS))('%s tells on stderr, and changes no answer', async (name, value) => {
    const { said, statuses } = await answers({ [name]: value });
    expect({ said, statuses }).toEqual({ said: plain.said, statuses: plain.statuses });
  });

  it('NODE_REPL_EXTERNAL_MODULE stops it before anything is done', async () => {
    const given = await ask('search', SEARCH, { env: { NODE_REPL_EXTERNAL_MODULE: at('trap.cjs') } });
    expect([given.status, given.stdout.toString()]).toEqual([9, '']);
    expect(trapped()).toBe(false);
  });
});

it('a configuration of OpenSSL is not read, so it loads no library', async () => {
  const sections = 'nodejs_conf = a\nopenssl_conf = a\n[a]\nproviders = b\n[b]\nc = d\n[d]\nactivate = 1\n';
  writeFileSync(at('openssl.cnf'), `${sections}module = ${at('none.so')}\n`);
  const given = await ask('search', SEARCH, { env: { OPENSSL_CONF: at('openssl.cnf') } });
  expect([given.status, given.stderr]).toEqual([0, '']);
  expect(given.stdout.toString()).toBe(plain.said[0]);
});

describe('what is started', () => {
  const passedOn = new Set(['SSL_CERT_FILE', 'SSL_CERT_DIR']);

  it('is given none of them but whom to trust', () => {
    const hostile = { ...WITHOUT_EFFECT, ...WRITES, ...TELLS, NODE_REPL_EXTERNAL_MODULE: 'x', NODE_CHANNEL_FD: '3' };
    const names = Object.keys(childEnvironment(hostile)).filter((name) => Object.hasOwn(hostile, name));
    expect(names.filter((name) => !passedOn.has(name))).toEqual([]);
  });

  it('is given none by node either: a tool of ours, which is node, too, writes no coverage', async () => {
    const coverage = at('coverage-of-run');
    mkdirSync(coverage);
    const given = await cap(['run', 'system.port.who', '--port', '1'], { env: { NODE_V8_COVERAGE: coverage } });
    expect(documentOf(given)).toMatchObject({ status: 'succeeded' });
    expect(readdirSync(coverage)).toHaveLength(1);
  });
});
