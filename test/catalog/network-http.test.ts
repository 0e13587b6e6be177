import { createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSite, type Site } from './network-servers.ts';

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

/** A port on which nothing listens: it was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createTcpServer();
  const port = await site.listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('network.http_head', () => {
  it('returns status, headers in order and each redirect, and sends the headers it was given', async () => {
    const seen: string[] = [];
    const port = await site.serve((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['x-one']} ${request.headers.authorization}`);
      if (request.url === '/start') response.writeHead(302, { location: '/%E4%BD%A0?q=a b'.replace(' ', '%20') }).end();
      else
        response
          .writeHead(
            204,
            [
              ['X-Two', '2'],
              ['X-One', '1'],
              ['Set-Cookie', 'a'],
              ['Set-Cookie', 'b'],
            ].flat(),
          )
          .end();
    });
    const base = `http://127.0.0.1:${port}`;
    const headers = [
      { name: 'X-One', value: "it's -n $(id)" },
      { name: 'Authorization', value: 'Bearer abc' },
    ];
    const result = await site.answer('network.http_head', { url: `${base}/start`, headers });
    expect(result).toMatchObject({
      url: `${base}/%E4%BD%A0?q=a%20b`,
      status: 204,
      status_text: 'No Content',
      address: '127.0.0.1',
      proxy: null,
      redirects: [{ url: `${base}/start`, status: 302, location: `${base}/%E4%BD%A0?q=a%20b` }],
    });
    expect(result.headers.slice(0, 4)).toEqual([
      { name: 'x-two', value: '2' },
      { name: 'x-one', value: '1' },
      { name: 'set-cookie', value: 'a' },
      { name: 'set-cookie', value: 'b' },
    ]);
    const sent = "it's -n $(id) Bearer abc";
    expect(seen).toEqual([`HEAD /start ${sent}`, `HEAD /%E4%BD%A0?q=a%20b ${sent}`]);
    const stay = await site.answer('network.http_head', { url: `${base}/start`, follow_redirects: false });
    expect(stay).toMatchObject({ status: 302, redirects: [] });
  });

  it('keeps credentials from another origin, and gives up on a circle', async () => {
    let got: string | undefined = 'nothing';
    const other = await site.serve((request, response) => {
      got = request.headers.authorization;
      response.end();
    });
    const port = await site.serve((request, response) => {
      const location = request.url === '/away' ? `http://127.0.0.1:${other}/` : '/circle';
      response.writeHead(307, { location }).end();
    });
    const headers = [{ name: 'authorization', value: 'Bearer abc' }];
    await site.answer('network.http_head', { url: `http://127.0.0.1:${port}/away`, headers });
    expect(got).toBeUndefined();
    const words = await site.failure('network.http_head', { url: `http://127.0.0.1:${port}/circle`, max_redirects: 3 });
    expect(words).toContain('more than 3 redirects');
  });

  it('says what kept it from an answer', async () => {
    const silent = await site.listen(createTcpServer());
    const late = await site.failure('network.http_head', { url: `http://127.0.0.1:${silent}/`, timeout_ms: 300 });
    expect(late).toContain('did not answer within 300 ms');
    const refused = await site.failure('network.http_head', { url: `http://127.0.0.1:${await closedPort()}/` });
    expect(refused).toContain('refused (ECONNREFUSED)');
    const unknown = await site.failure('network.http_head', { url: 'http://no-such-host.invalid/' });
    expect(unknown).toMatch(/the name (does not exist|could not be looked up)/);
    const secret = await site.failure('network.http_head', { url: `http://u:geheim@127.0.0.1:${await closedPort()}/` });
    expect(secret).not.toContain('geheim');
    for (const args of [{ url: 'ftp://example.org/' }, { url: 'http://a/\nb' }, { url: 'http://a/', header: 1 }]) {
      expect((await site.run('network.http_head', args)).status).not.toBe('succeeded');
    }
  });
});

describe('network.http_get', () => {
  const bodies: { readonly [path: string]: [type: string | undefined, body: Buffer, encoding?: string] } = {
    '/json': ['application/json; charset=utf-8', gzipSync('{"名": [1, null]}'), 'gzip'],
    '/gbk': ['text/plain; charset=gbk', Buffer.from('c4e3bac3', 'hex')],
    '/page': ['text/html', Buffer.concat([Buffer.from('<meta charset="gb18030">'), Buffer.from('c4e3', 'hex')])],
    '/picture': ['image/png', Buffer.from([0x89, 0x50, 0, 1])],
    '/bytes': [undefined, Buffer.from([1, 0, 2])],
    '/untold': [undefined, Buffer.from('plain 文')],
    '/broken.json': ['application/json', Buffer.from('{"a":')],
    '/empty': ['text/plain', Buffer.alloc(0)],
  };

  it('reads JSON, texts of any encoding, and tells what is no text', async () => {
    const port = await site.serve((request, response) => {
      const [type, body, encoding] = bodies[request.url ?? ''] ?? ['text/plain', Buffer.from('nothing here')];
      if (bodies[request.url ?? ''] === undefined) response.statusCode = 404;
      if (type !== undefined) response.setHeader('content-type', type);
      if (encoding !== undefined) response.setHeader('content-encoding', encoding);
      response.end(body);
    });
    const get = (path: string) => site.answer('network.http_get', { url: `http://127.0.0.1:${port}${path}` });
    expect(await get('/json')).toMatchObject({ json: { 名: [1, null] }, text: null, bytes: 18, truncated: false });
    expect(await get('/gbk')).toMatchObject({ text: '你好', charset: 'gbk' });
    expect(await get('/page')).toMatchObject({ text: '<meta charset="gb18030">你', charset: 'gb18030' });
    expect(await get('/picture')).toMatchObject({ content_type: 'image/png', text: null, charset: null, bytes: 4 });
    expect(await get('/bytes')).toMatchObject({ content_type: null, text: null, bytes: 3 });
    expect(await get('/untold')).toMatchObject({ content_type: null, text: 'plain 文' });
    expect(await get('/broken.json')).toMatchObject({ text: '{"a":' });
    expect(await get('/empty')).toMatchObject({ text: '', bytes: 0 });
    expect(await get('/other')).toMatchObject({ status: 404, text: 'nothing here' });
  });

  it('stops at its limit, also for a bomb, and never cuts a character in two', async () => {
    const port = await site.serve((request, response) => {
      if (request.url === '/bomb') response.setHeader('content-encoding', 'gzip');
      response.setHeader('content-type', 'text/plain');
      response.end(request.url === '/bomb' ? gzipSync(Buffer.alloc(50_000_000, 'a')) : '你好你好');
    });
    const url = `http://127.0.0.1:${port}`;
    const bomb = await site.answer('network.http_get', { url: `${url}/bomb`, max_bytes: 1000 });
    expect(bomb).toMatchObject({ bytes: 1000, truncated: true, text: 'a'.repeat(1000) });
    expect(await site.answer('network.http_get', { url, max_bytes: 4 })).toMatchObject({ truncated: true, text: '你' });
    expect(await site.answer('network.http_get', { url, max_bytes: 12 })).toMatchObject({ truncated: false });
  });

  it('tells a body that breaks off, one that never ends, and one that is packed unknowably', async () => {
    const port = await site.serve((request, response) => {
      if (request.url === '/slow') response.writeHead(200).write('begin');
      else if (request.url === '/torn')
        response.writeHead(200, { 'content-length': '10' }).write('half', () => request.socket.destroy());
      else response.writeHead(200, { 'content-encoding': 'zstd-of-ours' }).end('x');
    });
    const url = `http://127.0.0.1:${port}`;
    expect(await site.failure('network.http_get', { url: `${url}/slow`, timeout_ms: 400 })).toContain(
      'within the time',
    );
    expect(await site.failure('network.http_get', { url: `${url}/torn` })).toContain('broke off');
    expect(await site.failure('network.http_get', { url })).toContain('packed as zstd-of-ours');
  });

  it('goes through the proxy of the environment, and past it where no_proxy says so', async () => {
    const port = await site.serve((_, response) => response.end('direct'));
    const through: string[] = [];
    const proxy = await site.serve((request, response) => {
      through.push(`${request.url} ${request.headers['proxy-authorization']}`);
      response.end('by proxy');
    });
    site.environment.http_proxy = `http://me:geheim@127.0.0.1:${proxy}`;
    const args = { url: `http://127.0.0.1:${port}/a` };
    const result = await site.answer('network.http_get', args);
    expect(result).toMatchObject({ text: 'by proxy', proxy: `http://me:***@127.0.0.1:${proxy}` });
    expect(through).toEqual([`${args.url} Basic ${Buffer.from('me:geheim').toString('base64')}`]);
    site.environment.no_proxy = 'localhost,127.0.0.1';
    expect(await site.answer('network.http_get', args)).toMatchObject({ text: 'direct', proxy: null });
    expect(JSON.stringify(result)).not.toContain('geheim');
  });
});
