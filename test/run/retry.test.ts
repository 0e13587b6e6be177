/** A request that reached nobody is made again where the manifest says so; one that reached somebody never is. */
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { present } from '../../src/run/present.ts';
import { type Bench, finished, openBench, requestOf } from './capabilities.ts';
import { callUnder, http } from './http-servers.ts';

let bench: Bench;
const servers: Server[] = [];
beforeEach(() => {
  bench = openBench();
});
afterEach(() => {
  bench.close();
  for (const server of servers.splice(0)) server.close();
});

const listen = (server: Server, port = 0) =>
  new Promise<number>((resolve) => {
    servers.push(server);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const RETRY = { attempts: 3, backoffMs: 100 };

/** The bench, with something that happens while it pauses. */
function pausing(happens: (pauses: readonly number[]) => Promise<unknown>) {
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => {
    pauses.push(milliseconds);
    await happens(pauses);
  };
  return { pauses, bench: { ...bench, ports: { ...bench.ports, pause } } };
}

it('nobody listens at first: the second attempt gets the answer', async () => {
  const port = await freePort();
  const calls: string[] = [];
  const server = createHttpServer((request, response) => {
    calls.push(request.url ?? '');
    response.end('{}');
  });
  const patient = pausing(() => listen(server, port));
  const outcome = finished(
    await callUnder(patient.bench, { ...http({ url: `http://127.0.0.1:${port}/x` }), retry: RETRY }, {}),
  );
  expect([outcome.status, calls, patient.pauses]).toEqual(['succeeded', ['/x'], [100]]);
});

it('nobody listens at all: it failed on the way, after as many attempts as were allowed', async () => {
  const port = await freePort();
  const patient = pausing(async () => {});
  const subject = { ...http({ url: `http://127.0.0.1:${port}/x` }), retry: RETRY };
  const outcome = finished(await callUnder(patient.bench, subject, {}));
  expect(patient.pauses).toEqual([100, 200]);
  expect(present(outcome, requestOf(subject, {}, {}), 'op')).toMatchObject({
    exitCode: 8,
    response: { status: 'failed', transport_status: 'failed' },
  });
});

it('somebody took the connection and hung up: it is not made again', async () => {
  const port = await listen(createServer((socket) => socket.once('data', () => socket.destroy())));
  const patient = pausing(async () => {});
  const outcome = finished(
    await callUnder(patient.bench, { ...http({ url: `http://127.0.0.1:${port}/x` }), retry: RETRY }, {}),
  );
  expect([outcome.status, outcome.evidence.transport, patient.pauses]).toEqual(['failed', 'failed', []]);
});
