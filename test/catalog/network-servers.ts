/**
 * What the tests of the network pack talk to: a directory, an outside environment without the machine's proxies, servers
 * on loopback, and certificates made by openssl for them.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { validate } from '../../src/run/validator.ts';
import { loadCapability } from './default-catalog.ts';
import { type Ran, runCapability } from './run-capability.ts';

export type Site = {
  readonly cwd: string;
  /** HOME and PATH at first; a test may add to it. */
  readonly environment: { [name: string]: string };
  /** A server on a free port of 127.0.0.1; over TLS with `pem`, which holds key and certificate. */
  serve(listener: RequestListener, pem?: Pem): Promise<number>;
  listen(server: Server, host?: string): Promise<number>;
  run(id: string, args: JsonObject): Promise<Ran>;
  /** The result of a run that must succeed and hold to its schema. */
  answer(id: string, args: JsonObject): Promise<Ran['result']>;
  /** The words of a run that must fail. */
  failure(id: string, args: JsonObject): Promise<string>;
  close(): Promise<void>;
};

export type Pem = { readonly key: string; readonly cert: string };

export function openSite(): Site {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'cap net 网络-')));
  const home = join(cwd, 'home');
  mkdirSync(home);
  const environment: { [name: string]: string } = { HOME: home, PATH: process.env.PATH ?? '' };
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const listen = async (server: Server, host = '127.0.0.1'): Promise<number> => {
    servers.push(server);
    server.on('connection', (socket: Socket) => sockets.add(socket));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
    return (server.address() as AddressInfo).port;
  };
  const run = (id: string, args: JsonObject): Promise<Ran> => runCapability(id, args, { cwd, environment });
  return {
    cwd,
    environment,
    listen,
    serve: (listener, pem) => listen(pem === undefined ? createServer(listener) : createSecureServer(pem, listener)),
    run,
    answer: async (id, args) => {
      const ran = await run(id, args);
      expect(ran, ran.message).toMatchObject({ status: 'succeeded' });
      const schema = loadCapability(id).outputSchema;
      expect(schema === undefined ? ['no schema'] : validate(schema, ran.result)).toEqual([]);
      return ran.result;
    },
    failure: async (id, args) => {
      const ran = await run(id, args);
      expect(ran.status).toBe('failed');
      return ran.message;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) await new Promise((resolve) => server.close(resolve));
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

/** An authority of our own, and certificates of it by their names; `days` may be -1: expired yesterday. */
export function makeAuthority(directory: string): {
  file: string;
  issue(names: string, days?: number): Pem;
  selfSigned(name: string): Pem;
} {
  const openssl = (...argv: string[]): void => {
    execFileSync('openssl', argv, { cwd: directory, stdio: 'ignore' });
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const read = (name: string): string => readFileSync(join(directory, name), 'utf8');
  const root = (name: string, subject: string): void =>
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '30',
      '-subj',
      subject,
    );
  root('ca', '/CN=Test Authority/O=Cap');
  let count = 0;
  return {
    file: join(directory, 'ca.pem'),
    issue: (names, days = 30) => {
      const name = `leaf${count++}`;
      openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', '/CN=leaf');
      writeFileSync(join(directory, 'ext'), `subjectAltName=${names}\n`);
      const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'ext', '-days', String(days)];
      openssl('x509', '-req', '-in', `${name}.csr`, ...signed, '-out', `${name}.pem`);
      return { key: read(`${name}.key`), cert: `${read(`${name}.pem`)}${read('ca.pem')}` };
    },
    selfSigned: (name) => {
      root('self', `/CN=${name}`);
      return { key: read('self.key'), cert: read('self.pem') };
    },
  };
}
