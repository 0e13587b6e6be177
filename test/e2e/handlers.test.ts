/** Every kind of handler in the executable itself: compiled by it, trusted, run by it, with what it says of the network. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { baseNodePath } from '../../scripts/build/base-node.ts';
import { trustSnapshot } from '../../scripts/build/trusting.ts';
import { AS_NOBODY } from '../nobody/nobody.ts';
import { ask, barely, cap, documentOf, emptyDirectory, runRequest } from './executable.ts';

const EVERYTHING = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ url: request.url, authorization: request.headers.authorization ?? null }));
});

const PACK = `id: kinds
type: pack
version: 1
title: {en: Kinds}
summary: {en: One capability of each kind of handler}
entities: [file]
when_to_use: [{en: A test asks}]
when_not_to_use: [{en: Nobody asks}]
`;
const about = (name: string, schema: string, network: string, handler: string) => `id: kinds.${name}
type: action
version: 1
title: {en: ${name} as a handler}
summary: {en: Shows the handler ${name} at work}
intents: [query]
entities: [file]
when_to_use: [{en: A test asks for ${name}}]
when_not_to_use: [{en: Nobody asks for ${name}}]
side_effect: R
risk_level: low
confirmation: none
idempotency: idempotent
timeout_ms: 60000
network_policy: ${network}
arguments_schema: {type: object, additionalProperties: false, required: [word], properties: {word: {type: string, description: A word.}}}
examples: [{arguments: {word: a}}, {arguments: {word: b}}]
${schema}handler:
${handler}`;

let snapshot: string;
let call: { env: Record<string, string> };
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const [sources, config, bin] = [emptyDirectory(), emptyDirectory(), emptyDirectory('bin')];
  const pack = join(sources, 'kinds');
  mkdirSync(pack);
  mkdirSync(join(config, 'cap'));
  writeFileSync(join(config, 'cap', 'policy.yaml'), 'version: policy.v1\nnetwork: {private_hosts: [127.0.0.1]}\n');
  symlinkSync(baseNodePath(), join(bin, 'node'));
  symlinkSync(EVERYTHING, join(bin, 'everything'));
  const save = (file: string, text: string) => writeFileSync(join(pack, file), text);
  save('_pack.yaml', PACK);
  save(
    'command.yaml',
    about(
      'command',
      '',
      'none',
      '  kind: command\n  executable: readlink\n  argv: [/proc/self/ns/net, {arg: word, path: true}]\n  exit: {ok: [0, 1]}\n  output: {format: text}\n',
    ),
  );
  save(
    'script.yaml',
    about(
      'script',
      '',
      'none',
      '  kind: script\n  interpreter: sh\n  file: script.sh\n  argv: [--, {arg: word}]\n  output: {format: text}\n',
    ),
  );
  save('script.sh', 'shift\nprintf "%s %s" "$1" "$(readlink /proc/self/ns/net)"\n');
  save(
    'http.yaml',
    about(
      'http',
      '',
      'outbound',
      `  kind: http\n  method: GET\n  url: http://127.0.0.1:${port}/v1/{word}\n  private_network: true\n  headers: [{name: Authorization, secret: TOKEN}]\n`,
    ),
  );
  save(
    'mcp.yaml',
    about('mcp', '', 'none', '  kind: mcp\n  server: {executable: everything}\n  tool: echo\n').replaceAll(
      'word',
      'message',
    ),
  );
  snapshot = join(sources, 'kinds.snapshot');
  const built = await cap(['catalog', 'build', sources, '-o', snapshot]);
  if (built.status !== 0) throw new Error(`${built.stdout}${built.stderr}`);
  trustSnapshot(snapshot, config);
  const PATH = `${bin}:/usr/local/bin:/usr/bin:/bin`;
  call = { env: { ...barely(), XDG_CONFIG_HOME: config, PATH, CAP_SECRET_TOKEN: 'hunter2-hunter2' } };
});
afterAll(() => server.close());

async function run(id: string, args: object, more: object = {}) {
  const request = await runRequest(id, args, snapshot, more);
  // biome-ignore lint/suspicious/noExplicitAny: each test says what it looks for.
  return documentOf(await ask('run', request, { ...call, snapshot })) as any;
}

describe('the executable', () => {
  test('shuts a command and a script off from the network, and says so', async () => {
    const own = readlinkSync('/proc/self/ns/net');
    const command = await run('kinds.command', { word: 'x' });
    const { network, stdout } = command.evidence;
    expect(network).toMatchObject({ policy: 'none', state: 'enforced' });
    expect(stdout.text).toMatch(/^net:\[\d+\]/);
    expect(stdout.text).not.toContain(own);
    const script = await run('kinds.script', { word: '$(id) "端"' });
    expect(script.evidence.stdout.text).toMatch(/^\$\(id\) "端" net:\[\d+\]$/);
    expect(script.evidence.stdout.text).not.toContain(own);
  });

  test('makes a request and covers the secret that comes back', async () => {
    const answer = await run('kinds.http', { word: 'a/b' });
    expect(answer).toMatchObject({
      status: 'succeeded',
      evidence: { result: { status: 200, body: { url: '/v1/a%2Fb', authorization: '***' } } },
    });
    const plan = (await run('kinds.http', { word: 'a' }, { dry_run: true })).plan;
    expect(plan.request).toMatchObject({
      method: 'GET',
      headers: [{ name: 'Authorization', value: '<secret TOKEN>' }],
    });
    expect(JSON.stringify([answer, plan])).not.toContain('hunter2');
  });

  test('asks a tool of a server', async () => {
    const answer = await run('kinds.mcp', { message: '你好' });
    expect(answer).toMatchObject({ status: 'succeeded', evidence: { result: { content: [{ text: 'Echo: 你好' }] } } });
  });

  test('tells at the doors what is needed and what becomes of the network', async () => {
    const doors = documentOf(
      await ask(
        'doors',
        { version: 'doors.v1', canonical_path: 'kinds.http' },
        { env: { ...call.env, CAP_SECRET_TOKEN: '' }, snapshot },
      ),
    ) as unknown as { doors: { name: string; open: boolean }[]; secrets: object[]; network: object };
    expect(doors.secrets).toEqual([{ name: 'TOKEN', there: false }]);
    expect(doors.network).toMatchObject({ policy: 'outbound', state: 'unrestricted' });
    expect(doors.doors.find(({ name }) => name === 'available')?.open).toBe(false);
  });
});

describe('a user without privileges', () => {
  const able = spawnSync('unshare', ['--user', '--map-current-user', '--net', '--', 'true'], AS_NOBODY).status === 0;
  const asNobody = async (id: string) => {
    const home = emptyDirectory();
    chmodSync(home, 0o777);
    const answer = documentOf(await cap(['run', id, '--json'], { env: { HOME: home }, nobody: true, cwd: '/' }));
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    return answer as any;
  };

  test(`is shut off as well where the system lets them be (here: ${able}), and told where it does not`, async () => {
    const { status, evidence } = await asNobody('data.codec.uuid_create');
    expect(status).toBe('succeeded');
    expect(evidence.network.state).toBe(able ? 'enforced' : 'unenforced');
  });

  test('is not, where the tool would then see other users’ names wrongly', async () => {
    const { status, evidence } = await asNobody('system.process.list');
    expect(status).toBe('succeeded');
    expect(evidence.network.state).toBe('unenforced');
  });
});
