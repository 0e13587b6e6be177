/** What becomes of a change over HTTP: only what reached nobody and what the server says it refuses did not happen. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpHandler } from '../../src/capability/capability.ts';
import { readOperations } from '../../src/platform/journal.ts';
import { present } from '../../src/run/present.ts';
import { type Bench, finished, openBench, requestOf, waiting } from './capabilities.ts';
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

describe('a change over HTTP', () => {
  const change = (port: number, more: Partial<HttpHandler> = {}) =>
    http(
      { url: `http://127.0.0.1:${port}/`, method: 'POST', ...more },
      { sideEffect: 'W-shared', confirmation: 'caller', idempotency: 'non_idempotent' },
    );
  const confirmed = async (subject: ReturnType<typeof change>) => {
    const asked = waiting(await callUnder(bench, subject));
    expect(asked.decision.summary).toContain('POST http://127.0.0.1:');
    return finished(await callUnder(bench, subject, {}, { confirmation_token: asked.token }));
  };

  const states = async () => {
    const host = { environment: { CAP_STATE_DIR: join(bench.home, 'state') }, platform: 'linux' as const };
    return (await readOperations(host)).map(({ entry }) => entry.state);
  };

  it.each([400, 404, 409, 422, 429])('that the server refuses with %d did not happen', async (status) => {
    const port = await site.serve((_, response) => response.writeHead(status).end('no'));
    expect((await confirmed(change(port))).status).toBe('failed');
    expect(await states()).toEqual(['rejected']);
  });

  it('that is kept back here before it is sent did not happen: failed on the way, and nothing is open', async () => {
    const headers = [{ name: 'X-Key', secret: 'TOKEN' }];
    const environment = {
      ...process.env,
      CAP_STATE_DIR: join(bench.home, 'state'),
      CAP_SECRET_TOKEN: 'a\r\nX-Evil: 1',
    };
    const secretly = openBench({ environment });
    const subject = change(await site.serve(json({})), { headers });
    const asked = waiting(await callUnder(secretly, subject));
    const outcome = finished(await callUnder(secretly, subject, {}, { confirmation_token: asked.token }));
    secretly.close();
    expect(present(outcome, requestOf(subject, {}, {}), 'op')).toMatchObject({
      exitCode: 8,
      response: { status: 'failed', transport_status: 'failed', tool_status: 'failed', business_status: 'unknown' },
    });
    expect(outcome.evidence.message).not.toContain('in part');
    expect(await states()).toEqual(['rejected']);
    expect(site.seen).toEqual([]);
  });

  const deep = '['.repeat(5000) + ']'.repeat(5000);
  it.each<[string, string, Partial<HttpHandler>]>([
    ['that is no JSON', '<p>created</p>', {}],
    ['that is nested without end', deep, {}],
    ['that is too large', `"${'x'.repeat(5000)}"`, { response: { format: 'json', max_bytes: 1000 } }],
    ['that is too large as text', 'x'.repeat(5000), { response: { format: 'text', max_bytes: 1000 } }],
    ['that there is none of', '', {}],
  ])('is done when the server says so with a body %s', async (_name, body, more) => {
    const port = await site.serve((_, response) => response.writeHead(200).end(body));
    const outcome = await confirmed(change(port, more));
    expect(outcome).toMatchObject({ status: 'succeeded', evidence: { result: { status: 200 } } });
    const isUnread = body !== '' && more.response?.format !== 'text';
    const { result } = outcome.evidence;
    expect(result).toMatchObject(isUnread ? { body: null, body_problem: expect.stringMatching(/^it /) } : {});
    expect(Object.keys(result as object).includes('body_problem')).toBe(isUnread);
    expect(await states()).toEqual(['acknowledged']);
    expect(site.seen).toHaveLength(1);
  });

  it.each<[number, Partial<HttpHandler>]>([
    [302, {}],
    [303, {}],
    [304, {}],
    [202, { status: { ok: [201] } }],
  ])('that ends with %d, which nobody wanted, may have happened', async (status, more) => {
    const port = await site.serve((_, response) =>
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(),
    );
    expect((await confirmed(change(port, more))).status).toBe('outcome_unknown');
    expect(await states()).toEqual(['unknown']);
  });

  it.each<[string, string]>([
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    ['no HTTP', 'nonsense\r\n\r\n'],
    ['a body that breaks off', 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{'],
    ['a body that nobody can unpack', 'HTTP/1.1 200 OK\r\nContent-Encoding: odd\r\nContent-Length: 2\r\n\r\n{}'],
  ])('that is answered with %s has an unknown outcome', async (_name, answer) => {
    const server = createServer((socket) => socket.once('data', () => socket.end(answer)));
    expect(await confirmed(change(await site.listen(server)))).toMatchObject({
      ...{ status: 'outcome_unknown', evidence: { transport: 'unknown' } },
    });
    expect(await states()).toEqual(['unknown']);
  });

  it.each(['throw new Error("a fault")', 'process.exit(1)', 'process.exit(13)'])(
    'whose own process breaks off without a word has an unknown outcome (%s)',
    async (text) => {
      const port = await site.serve(json({}));
      const file = join(bench.home, 'breaks-off.mjs');
      writeFileSync(file, text);
      const whole = bench;
      bench = openBench({
        environment: { ...process.env, CAP_STATE_DIR: join(whole.home, 'state') },
        self: { file: process.execPath, argv: [file] },
      });
      const outcome = await confirmed(change(port));
      bench.close();
      bench = whole;
      expect(outcome.status).toBe('outcome_unknown');
      expect(await states()).toEqual(['unknown']);
    },
  );

  it('that may not go on to where it was sent has an unknown outcome', async () => {
    const port = await site.serve((_, response) => response.writeHead(302, { location: 'http://localhost:1/' }).end());
    const outcome = await confirmed(change(port, { redirects: { max: 2 } }));
    expect(outcome).toMatchObject({ status: 'outcome_unknown' });
    expect(outcome.evidence.message).toContain('not one of the hosts');
  });

  it.each([500, 502, 504, 408])('that ends with %d may have happened: its outcome is unknown', async (status) => {
    const port = await site.serve((_, response) => response.writeHead(status).end());
    const outcome = await confirmed(change(port));
    expect(outcome).toMatchObject({ status: 'outcome_unknown', evidence: { tool: 'unknown', exitCode: 3 } });
    // And so it is not sent again.
    expect(await callUnder(bench, change(port))).toMatchObject({ kind: 'refusal', reason: 'outcome_unknown' });
    expect(site.seen).toHaveLength(1);
  });

  it('whose connection breaks after it was sent has an unknown outcome, and one that never came through failed', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.destroy()));
    const port = await site.listen(server);
    expect((await confirmed(change(port))).status).toBe('outcome_unknown');
    const closed = await site.serve(json({}));
    await site.close();
    site = openSite();
    expect((await confirmed(change(closed))).status).toBe('failed');
  });
});
