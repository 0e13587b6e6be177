import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpHandler } from '../../src/capability/capability.ts';
import { NO_POLICY } from '../../src/policy/policy.ts';
import { run as runHttpCall } from '../../src/toolbox/handler/http-call.ts';
import { type Bench, finished, openBench, waiting } from './capabilities.ts';
import { callUnder, http, json, openSite, reaching, type Site } from './http-servers.ts';

let site: Site;
let bench: Bench;
beforeEach(() => {
  site = openSite();
  bench = openBench();
});
afterEach(async () => {
  bench.close();
  await site.close();
});

const secretly = (more: { [name: string]: string } = {}) =>
  openBench({
    environment: { ...process.env, CAP_STATE_DIR: join(bench.home, 'state'), SSL_CERT_FILE: site.authority, ...more },
  });
/** Everything that was written down of the runs of a bench: results, audit, journal. */
const written = (home: string): string =>
  ['audit', 'results', 'journal']
    .map((name) => join(home, 'state', name))
    .filter(existsSync)
    .map((directory) => readTree(directory))
    .join('\n');
function readTree(directory: string): string {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

describe('where a request may go', () => {
  const HOSTS = ['127.0.0.1', 'localhost', 'a.localhost', '[::1]', '169.254.169.254', '10.0.0.1', '[::ffff:7f00:1]'];
  const posting = { sideEffect: 'W-shared', confirmation: 'caller' } as const;

  it.each(['GET', 'POST'] as const)(
    'is no private address without manifest and policy, for %s: no yes helps',
    async (method) => {
      const port = await site.serve(json({}));
      for (const host of HOSTS) {
        const subject = http({ url: `http://${host}:${port}/{page}`, method }, method === 'GET' ? {} : posting);
        const { private_network: _, ...handler } = subject.handler as HttpHandler;
        const refused = { decision: { kind: 'denied', rule: 'network.private_hosts' } };
        const message = expect.stringMatching(/when its manifest and a policy say so/);
        // The manifest alone, and the policy alone; asked for, and only looked at.
        for (const [asked, policy] of [
          [subject, NO_POLICY],
          [{ ...subject, handler }, reaching(host)],
        ] as const) {
          expect(await callUnder(bench, asked, { page: 'x' }, {}, policy)).toMatchObject({
            kind: 'denied',
            ...refused,
          });
          const plan = await callUnder(bench, asked, { page: 'x' }, { dry_run: true }, policy);
          expect(plan).toMatchObject({ kind: 'dry_run', decision: { ...refused.decision, message } });
        }
      }
      expect(site.seen).toEqual([]);
    },
  );

  it('is no such address either that a name first leads to when it is looked up: nothing is sent', async () => {
    const port = await site.serve(json({}));
    const document = {
      method: 'POST',
      url: `http://localhost:${port}/`,
      headers: [],
      ok: null,
      empty: [],
      redirects: 0,
    };
    const bounds = { private_hosts: [], loopback_only: false, format: 'json', max_bytes: 1000, changes: true };
    for (const hosts of [['localhost'], ['elsewhere.example']]) {
      const sent = runHttpCall({ ...document, ...bounds, hosts }, { cwd: bench.home });
      await expect(sent).rejects.toMatchObject({ name: 'ToolFailure', reason: 'not_sent' });
    }
    expect(site.seen).toEqual([]);
  });

  it('is this machine alone for network_policy loopback, and that is enforced', async () => {
    const port = await site.serve(json({}));
    const subject = http({ url: `http://localhost:${port}/` }, { networkPolicy: 'loopback' });
    const outcome = finished(await callUnder(bench, subject));
    expect(outcome).toMatchObject({ status: 'succeeded', frozen: { network: { state: 'enforced' } } });
    const away = http({ url: 'http://192.0.2.7/' }, { networkPolicy: 'loopback' });
    const message = expect.stringContaining('only this machine is meant');
    expect(await callUnder(bench, away, {}, {}, reaching('192.0.2.7'))).toMatchObject({ decision: { message } });
  });

  it('never depends on proxies of the environment', async () => {
    const port = await site.serve(json({}));
    const proxied = openBench({
      environment: {
        ...process.env,
        CAP_STATE_DIR: join(bench.home, 'state'),
        http_proxy: 'http://127.0.0.1:9',
        HTTP_PROXY: 'http://127.0.0.1:9',
      },
    });
    expect(finished(await callUnder(proxied, http({ url: `http://127.0.0.1:${port}/` }))).status).toBe('succeeded');
    proxied.close();
  });
});

describe('TLS', () => {
  it('is verified against what this system trusts, always', async () => {
    const trusted = await site.serve(json({}), 'trusted');
    const secure = secretly();
    const at = (port: number, host = 'localhost') => http({ url: `https://${host}:${port}/` });
    expect(finished(await callUnder(secure, at(trusted))).status).toBe('succeeded');
    expect(finished(await callUnder(bench, at(trusted))).evidence.message).toContain('could not be reached');
    for (const kind of ['self-signed', 'other-name'] as const) {
      const port = await site.serve(json({}), kind);
      const outcome = finished(await callUnder(secure, at(port)));
      expect(outcome).toMatchObject({ status: 'failed' });
    }
    expect(site.seen).toHaveLength(1);
    secure.close();
  });

  it('is not turned off by the environment', async () => {
    const port = await site.serve(json({}), 'self-signed');
    const careless = secretly({ NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect(finished(await callUnder(careless, http({ url: `https://localhost:${port}/` }))).status).toBe('failed');
    expect(site.seen).toEqual([]);
    careless.close();
  });
});

describe('a redirect', () => {
  const to =
    (location: string, status = 302) =>
    (_: unknown, response: ServerResponse) =>
      response.writeHead(status, { location }).end();

  it('is an answer unless the manifest follows it', async () => {
    const target = await site.serve(json({ at: 'target' }));
    const port = await site.serve(to(`http://127.0.0.1:${target}/x`));
    const url = `http://127.0.0.1:${port}/`;
    const stays = finished(await callUnder(bench, http({ url, response: { format: 'text' } })));
    expect(stays).toMatchObject({ status: 'failed', evidence: { message: 'the server answered 302 (Found)' } });
    // Another port is another server: its host is named for all its ports, or with this one.
    const kept = finished(await callUnder(bench, http({ url, redirects: { max: 1 } })));
    expect(kept.evidence.message).toBe(`127.0.0.1:${target} is not one of the hosts that this may go to`);
    const other = http({ url, redirects: { max: 1, hosts: ['127.0.0.1:1'] } });
    expect(finished(await callUnder(bench, other)).evidence.message).toContain('is not one of the hosts');
    for (const host of ['127.0.0.1', `127.0.0.1:${target}`]) {
      const named = finished(await callUnder(bench, http({ url, redirects: { max: 1, hosts: [host] } })));
      expect(named.evidence.result).toMatchObject({ body: { at: 'target' } });
    }
    const follows = finished(await callUnder(bench, http({ url, redirects: { max: 1, hosts: ['127.0.0.1'] } })));
    expect(follows.evidence.result).toMatchObject({ body: { at: 'target' }, redirects: [{ url, status: 302 }] });
  });

  it('is followed so often and no more, and to no other host', async () => {
    const round: number = await site.serve((_, response) => to(`http://127.0.0.1:${round}/again`)(_, response));
    const away = await site.serve(to('http://localhost:1/x'));
    const redirects = { max: 3 };
    const circle = finished(await callUnder(bench, http({ url: `http://127.0.0.1:${round}/`, redirects })));
    expect(circle.evidence.message).toContain('more than 3 redirects');
    expect(site.seen).toHaveLength(4);
    const other = finished(await callUnder(bench, http({ url: `http://127.0.0.1:${away}/`, redirects })));
    expect(other.evidence.message).toBe('localhost:1 is not one of the hosts that this may go to');
    // The first request arrived.
    expect(other.evidence.transport).toBe('succeeded');
  });

  it('takes no secret to another host, nor one without TLS from one with it', async () => {
    const target = await site.serve(json({ at: 'target' }));
    const port = await site.serve(to(`http://localhost:${target}/x`));
    const secure = secretly({ CAP_SECRET_TOKEN: 'hunter2-hunter2' });
    const headers = [
      { name: 'Authorization', secret: 'TOKEN', prefix: 'Bearer ' },
      { name: 'X-Other', value: 'goes along' },
    ] as const;
    const redirects = { max: 1, hosts: ['localhost'] };
    const subject = http({ url: `http://127.0.0.1:${port}/`, headers, redirects });
    expect(finished(await callUnder(secure, subject)).status).toBe('succeeded');
    expect(site.seen.map(({ headers: sent }) => [sent.authorization, sent['x-other']])).toEqual([
      ['Bearer hunter2-hunter2', 'goes along'],
      [undefined, 'goes along'],
    ]);
    const down = await site.serve(to(`http://localhost:${target}/x`), 'trusted');
    const lowered = finished(await callUnder(secure, http({ url: `https://localhost:${down}/`, redirects })));
    expect(lowered.evidence.message).toContain('unencrypted');
    secure.close();
  });
});

describe('a secret', () => {
  const headers = [{ name: 'Authorization', secret: 'TOKEN', prefix: 'Bearer ' }] as const;
  const SECRET = 'pa"ss/wörd-7';

  it('is sent, and stands in no answer, result, audit or error, though the server repeats it', async () => {
    const port = await site.serve((request, response) => {
      response.statusCode = request.url === '/bad' ? 400 : 200;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ echoed: request.headers.authorization, [`${request.headers.authorization}`]: 1 }));
    });
    const secret = 'abc"def/+123456';
    const secure = secretly({ CAP_SECRET_TOKEN: secret });
    const subject = http({ url: `http://127.0.0.1:${port}/{page}`, headers });
    const outcome = finished(await callUnder(secure, subject, { page: 'good' }));
    expect(site.seen[0]?.headers.authorization).toBe(`Bearer ${secret}`);
    expect(outcome.evidence.result).toMatchObject({ body: { echoed: 'Bearer ***', 'Bearer ***': 1 } });
    expect(outcome.frozen.words).toContain('<secret TOKEN>');
    const failed = finished(await callUnder(secure, subject, { page: 'bad' }));
    expect(failed.status).toBe('failed');
    const everything = JSON.stringify([outcome, failed]) + written(bench.home);
    expect(everything).toContain('TOKEN');
    expect(everything).not.toContain('def/+123');
    secure.close();
  });

  it('that is not there, or that no header can carry, lets nothing be sent', async () => {
    const port = await site.serve(json({}));
    const subject = http({ url: `http://127.0.0.1:${port}/`, headers });
    const absent = await callUnder(bench, subject);
    expect(absent).toMatchObject({ kind: 'refusal', reason: 'unavailable' });
    expect((absent as { message: string }).message).toContain('CAP_SECRET_TOKEN');
    for (const bad of ['a\r\nX-Evil: 1', SECRET]) {
      const secure = secretly({ CAP_SECRET_TOKEN: bad });
      expect(finished(await callUnder(secure, subject))).toMatchObject({
        status: 'failed',
        evidence: { transport: 'failed', tool: 'failed' },
      });
      secure.close();
    }
    expect(site.seen).toEqual([]);
  });

  it('comes from a file that only its owner may read, when no variable holds it', async () => {
    const port = await site.serve(json({}));
    const config = join(bench.home, 'config');
    mkdirSync(join(config, 'cap', 'secrets'), { recursive: true });
    const file = join(config, 'cap', 'secrets', 'TOKEN');
    const subject = http({ url: `http://127.0.0.1:${port}/`, headers });
    writeFileSync(file, 'from-a-file\n', { mode: 0o644 });
    const secure = secretly({ XDG_CONFIG_HOME: config });
    expect(await callUnder(secure, subject)).toMatchObject({ reason: 'unavailable' });
    chmodSync(file, 0o600);
    expect(finished(await callUnder(secure, subject)).status).toBe('succeeded');
    expect(site.seen[0]?.headers.authorization).toBe('Bearer from-a-file');
    secure.close();
  });

  it('that changes between the confirmation and the run makes another call of it', async () => {
    const port = await site.serve(json({}));
    const subject = http(
      { url: `http://127.0.0.1:${port}/`, method: 'POST', headers },
      { sideEffect: 'W-shared', confirmation: 'caller' },
    );
    const secure = secretly({ CAP_SECRET_TOKEN: 'first-value' });
    const asked = waiting(await callUnder(secure, subject));
    const other = secretly({ CAP_SECRET_TOKEN: 'second-value' });
    expect(await callUnder(other, subject, {}, { confirmation_token: asked.token })).toMatchObject({
      reason: 'denied',
    });
    expect(site.seen).toEqual([]);
    expect(finished(await callUnder(secure, subject, {}, { confirmation_token: asked.token })).status).toBe(
      'succeeded',
    );
    secure.close();
    other.close();
  });

  it('is one that was handed to cap, and no other variable', async () => {
    const port = await site.serve(json({}));
    const subject = http({ url: `http://127.0.0.1:${port}/`, headers: [{ name: 'X', secret: 'HOME' }] });
    expect(await callUnder(bench, subject)).toMatchObject({ reason: 'unavailable' });
  });
});
