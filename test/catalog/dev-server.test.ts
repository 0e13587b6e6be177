import { symlinkSync } from 'node:fs';
import { createServer as createHttp, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, succeeded } from './maintenance-bench.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

describe('dev.server.start_static', () => {
  it('serves files of the directory and nothing else, for the given time', async () => {
    bench.write('site/index.html', '<h1>你好</h1>');
    bench.write('site/sub/a b.txt', 'plain');
    bench.write('site/.secret', 'hidden');
    bench.write('outside.txt', 'outside');
    symlinkSync(join(bench.base, 'outside.txt'), join(bench.base, 'site/link.txt'));
    const port = await freePort();
    const running = bench.run('dev.server.start_static', { directory: 'site', port, seconds: 8 });
    const ready = succeeded(
      await bench.run('dev.server.wait_ready', { url: `http://127.0.0.1:${port}/`, timeout_seconds: 20 }),
    );
    expect(ready).toMatchObject({ ready: true, status: 200 });
    const ask = (path: string, host = `localhost:${port}`) =>
      new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
        // A raw path: fetch would tidy it up.
        get({ host: '127.0.0.1', port, path, headers: { host } }, (response: IncomingMessage) => {
          let body = '';
          response.on('data', (chunk) => {
            body += chunk;
          });
          response.on('end', () => resolve({ status: response.statusCode, body }));
        }).on('error', reject);
      });
    expect(await ask('/')).toEqual({ status: 200, body: '<h1>你好</h1>' });
    expect(await ask('/sub/a%20b.txt')).toEqual({ status: 200, body: 'plain' });
    expect((await ask('/sub/')).body).toContain('a b.txt');
    expect((await ask('/sub')).status).toBe(301);
    for (const path of ['/../outside.txt', '/%2e%2e/outside.txt', '/.secret', '/link.txt', '/none', '/%00', '/%']) {
      expect((await ask(path)).status, path).toBeGreaterThanOrEqual(400);
    }
    expect((await ask('/', 'evil.example')).status).toBe(403);
    const taken = await bench.run('dev.server.start_static', { directory: 'site', port, seconds: 1 });
    expect(taken.message).toContain(`port ${port} is taken`);
    const served = succeeded(await running);
    expect(served).toMatchObject({ url: `http://127.0.0.1:${port}/`, served_seconds: 8 });
    expect(served.requests).toBeGreaterThanOrEqual(12);
  });
});

describe('dev.server.wait_ready', () => {
  it('waits for a port and a status, and says when the time is over', async () => {
    const port = await freePort();
    const waiting = bench.run('dev.server.wait_ready', { port, timeout_seconds: 20 });
    await sleep(1500);
    let answers = 0;
    const server = createHttp((_request, response) => {
      response.writeHead(answers++ < 2 ? 503 : 200).end();
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(succeeded(await waiting)).toMatchObject({ target: `127.0.0.1:${port}`, ready: true });
    const http = succeeded(await bench.run('dev.server.wait_ready', { url: `http://localhost:${port}/health` }));
    expect(http).toMatchObject({ ready: true, status: 200, attempts: 3, last_error: 'answered with status 503' });
    const other = succeeded(
      await bench.run('dev.server.wait_ready', { url: `http://127.0.0.1:${port}/`, status: 204, timeout_seconds: 1 }),
    );
    expect(other).toMatchObject({ ready: false, status: 200 });
    await new Promise<void>((resolve) => server.close(() => resolve()));
    const closed = succeeded(await bench.run('dev.server.wait_ready', { port, timeout_seconds: 1 }));
    expect(closed).toMatchObject({ ready: false, last_error: expect.stringContaining('ECONNREFUSED') });
    expect((await bench.run('dev.server.wait_ready', {})).message).toContain('is needed');
  });
});
