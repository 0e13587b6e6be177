import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpHandler } from '../../src/capability/capability.ts';
import { type Bench, finished, openBench } from './capabilities.ts';
import { callUnder, http, json, openSite, type Site } from './http-servers.ts';

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

describe('a request', () => {
  it('is one exchange, its answer parsed into evidence', async () => {
    const port = await site.serve((_, response) => response.end('{"id":9007199254740993,"name":"端口"}'));
    const outcome = finished(
      await callUnder(bench, http({ url: `http://127.0.0.1:${port}/v1/items/{id}` }), { id: 'a' }),
    );
    expect(outcome.status).toBe('succeeded');
    expect(outcome.evidence.result).toMatchObject({
      status: 200,
      address: '127.0.0.1',
      content_type: null,
      // A number that JavaScript would round stays its digits.
      body: { id: '9007199254740993', name: '端口' },
      truncated: false,
      empty: false,
    });
    expect(outcome.frozen.network).toMatchObject({ policy: 'outbound', state: 'unrestricted' });
    expect(site.seen).toMatchObject([{ method: 'GET', url: '/v1/items/a', headers: { accept: 'application/json' } }]);
  });

  it('goes straight to the address that was looked at, whatever proxy the environment names', async () => {
    const port = await site.serve(json({ straight: true }));
    let through = 0;
    const proxy = createServer((socket) => {
      through += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const variables = { http_proxy: address, https_proxy: address, HTTP_PROXY: address, ALL_PROXY: address };
    const environment = { ...process.env, ...variables, NODE_USE_ENV_PROXY: '1' };
    const behind = openBench({ environment: { ...environment, CAP_STATE_DIR: join(bench.home, 'state') } });
    try {
      const subject = http({ url: `http://127.0.0.1:${port}/x` });
      expect(finished(await callUnder(behind, subject))).toMatchObject({ status: 'succeeded' });
      const closed = http({ url: 'http://127.0.0.1:1/x' });
      expect(finished(await callUnder(behind, closed)).evidence.message).toContain('No proxy is used');
      expect(through).toBe(0);
    } finally {
      behind.close();
      proxy.close();
    }
  });

  it('keeps every value in its place', async () => {
    const port = await site.serve(json({}));
    const handler: Partial<HttpHandler> & { url: string } = {
      url: `http://127.0.0.1:${port}/a/{name}/b-{name}`,
      query: [
        { name: 'q', arg: 'q' },
        { name: 'fixed', value: 'x&y=z' },
        { name: 'tag[]', arg: 'tags', each: true },
        { name: 'gone', arg: 'absent' },
      ],
      headers: [{ name: 'X-Trace', arg: 'trace', prefix: 'id ' }],
    };
    const values = {
      name: "?a=1#b@h:80;c/d\\e 端%2e'()*!",
      q: 'a&b=c#d ?/端+',
      tags: ['x y', '&z='],
      trace: 'plain text',
    };
    expect(finished(await callUnder(bench, http(handler), values)).status).toBe('succeeded');
    const seen = new URL(site.seen[0]?.url ?? '', 'http://h');
    const parts = seen.pathname.split('/').map(decodeURIComponent);
    expect(parts).toEqual(['', 'a', values.name, `b-${values.name}`]);
    expect([...seen.searchParams]).toEqual([
      ['q', values.q],
      ['fixed', 'x&y=z'],
      ['tag[]', 'x y'],
      ['tag[]', '&z='],
    ]);
    expect(site.seen[0]?.headers['x-trace']).toBe('id plain text');
  });

  it.each(['..', '.', '', '../x', 'a/../b', 'a\\..\\b', 'x\0', 'a\nb'])(
    'whose path would leave its segment by %j is refused, and nothing is sent',
    async (name) => {
      const port = await site.serve(json({}));
      const outcome = await callUnder(bench, http({ url: `http://127.0.0.1:${port}/{name}/x` }), { name });
      expect(outcome).toMatchObject({ kind: 'invalid_arguments', problems: [{ path: '/arguments/name' }] });
      expect(site.seen).toEqual([]);
    },
  );

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0b', '端'])('whose header would hold %j is refused', async (trace) => {
    const port = await site.serve(json({}));
    const subject = http({ url: `http://127.0.0.1:${port}/`, headers: [{ name: 'X-Trace', arg: 'trace' }] });
    expect(await callUnder(bench, subject, { trace })).toMatchObject({ kind: 'invalid_arguments' });
    expect(site.seen).toEqual([]);
  });

  it('sends JSON with the types of its arguments, forms, and plain text', async () => {
    const port = await site.serve(json({ ok: true }));
    const url = `http://127.0.0.1:${port}/`;
    const post = (body: HttpHandler['body']) => http({ url, method: 'POST', ...(body === undefined ? {} : { body }) });
    const values = { n: 3, list: ['a', 'b'], text: 'x=1&y "端"', nothing: null };
    const fields = [
      { name: 'n', arg: 'n' },
      { name: 'list', arg: 'list' },
      { name: 'kind', value: 'fixed' },
      { name: 'nothing', arg: 'nothing' },
      { name: 'absent', arg: 'absent' },
    ];
    finished(await callUnder(bench, post({ format: 'json', fields }), values));
    finished(await callUnder(bench, post({ format: 'json', arg: 'list' }), values));
    finished(await callUnder(bench, post({ format: 'form', fields: [{ name: 'a b', arg: 'text' }] }), values));
    finished(await callUnder(bench, post({ format: 'text', arg: 'text' }), values));
    expect(site.seen.map(({ headers, body }) => [headers['content-type'], body])).toEqual([
      ['application/json', '{"kind":"fixed","list":["a","b"],"n":3,"nothing":null}'],
      ['application/json', '["a","b"]'],
      ['application/x-www-form-urlencoded', 'a%20b=x%3D1%26y%20%22%E7%AB%AF%22'],
      ['text/plain; charset=utf-8', values.text],
    ]);
  });

  it('that is refused by the server has failed, with its answer kept', async () => {
    const port = await site.serve((_, response) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"why":"gone"}');
    });
    const url = `http://127.0.0.1:${port}/`;
    const outcome = finished(await callUnder(bench, http({ url })));
    expect(outcome).toMatchObject({ status: 'failed', evidence: { exitCode: 1, tool: 'failed' } });
    expect(outcome.evidence.message).toBe('the server answered 404 (Not Found)');
    expect(outcome.evidence.stdout.text).toContain('"why":"gone"');
    // The manifest may call it "nothing found".
    const empty = finished(await callUnder(bench, http({ url, status: { empty: [404] } })));
    expect(empty).toMatchObject({ status: 'succeeded', evidence: { result: { status: 404, empty: true } } });
  });

  it('reads no more than its limit, and says what it cannot read', async () => {
    const port = await site.serve((_, response) => response.end('x'.repeat(5000)));
    const url = `http://127.0.0.1:${port}/`;
    const text = finished(await callUnder(bench, http({ url, response: { format: 'text', max_bytes: 1000 } })));
    expect(text.evidence.result).toMatchObject({ bytes: 1000, truncated: true, body: 'x'.repeat(1000) });
    const large = finished(await callUnder(bench, http({ url, response: { format: 'json', max_bytes: 1000 } })));
    expect(large.evidence.message).toContain('it is larger than 1000 bytes');
    const broken = finished(await callUnder(bench, http({ url })));
    expect(broken.evidence.message).toContain('it is not JSON');
  });

  it('that gets no answer in time is stopped like any other child', async () => {
    const port = await site.serve(() => {});
    const subject = http({ url: `http://127.0.0.1:${port}/` }, { timeoutMs: 1500 });
    expect(finished(await callUnder(bench, subject))).toMatchObject({ status: 'timed_out' });
  });

  it('hands an idempotency key on where its manifest says so', async () => {
    const port = await site.serve(json({}));
    const headers = [{ name: 'Idempotency-Key', idempotency_key: true }] as const;
    const subject = http({ url: `http://127.0.0.1:${port}/`, headers }, { idempotency: 'backend_key' });
    finished(await callUnder(bench, subject, {}, { idempotency_key: 'k-1' }));
    finished(await callUnder(bench, subject, {}, {}));
    expect(site.seen.map(({ headers: sent }) => sent['idempotency-key'])).toEqual(['k-1', undefined]);
    const plain = http({ url: `http://127.0.0.1:${port}/` });
    expect(await callUnder(bench, plain, {}, { idempotency_key: 'k-1' })).toMatchObject({ kind: 'invalid_arguments' });
  });
});
