/** Servers on loopback that the HTTP tests talk to, certificates made by openssl, and calls under a policy that allows them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Capability, HttpHandler, JsonObject } from '../../src/capability/capability.ts';
import { NO_POLICY, type Policy } from '../../src/policy/policy.ts';
import { UNGOVERNED } from '../../src/run/resolve.ts';
import { type RunOutcome, runStages } from '../../src/run/stages.ts';
import { type Bench, capability, catalogOf, requestOf } from './capabilities.ts';

/** One request as the server saw it. */
export type Seen = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type Site = {
  readonly seen: Seen[];
  /** A server on a free port of 127.0.0.1; over TLS with a certificate of the test's own authority. */
  serve(
    answer: (request: Seen, response: ServerResponse) => void,
    tls?: 'trusted' | 'self-signed' | 'other-name',
  ): Promise<number>;
  /** A server that is no HTTP server of ours. */
  listen(server: Server): Promise<number>;
  /** The authority's certificate, for SSL_CERT_FILE. */
  readonly authority: string;
  close(): Promise<void>;
};

/** A server's answer in JSON. */
export const json = (value: unknown) => (_: unknown, response: ServerResponse) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
};

export function openSite(): Site {
  const directory = mkdtempSync(join(tmpdir(), 'cap http '));
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const seen: Seen[] = [];
  const openssl = (...argv: string[]) => execFileSync('openssl', argv, { cwd: directory, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '30', '-subj', '/CN=Test Authority');
  const pemOf = (kind: 'trusted' | 'self-signed' | 'other-name') => {
    if (kind === 'self-signed') {
      openssl('req', '-x509', ...key, '-keyout', 'own.key', '-out', 'own.pem', '-days', '30', '-subj', '/CN=localhost');
      return { key: readFileSync(join(directory, 'own.key')), cert: readFileSync(join(directory, 'own.pem')) };
    }
    const names = kind === 'trusted' ? 'DNS:localhost,IP:127.0.0.1' : 'DNS:elsewhere.test';
    openssl('req', ...key, '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', '/CN=leaf');
    writeFileSync(join(directory, 'ext'), `subjectAltName=${names}\n`);
    openssl(
      'x509',
      '-req',
      '-in',
      'leaf.csr',
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-extfile',
      'ext',
      '-days',
      '30',
      '-out',
      'leaf.pem',
    );
    return { key: readFileSync(join(directory, 'leaf.key')), cert: readFileSync(join(directory, 'leaf.pem')) };
  };
  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    server.on('connection', (socket: Socket) => sockets.add(socket));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  return {
    seen,
    listen,
    authority: join(directory, 'ca.pem'),
    serve(answer, tls) {
      const listener: RequestListener = async (request, response) => {
        let body = '';
        for await (const chunk of request) body += (chunk as Buffer).toString('utf8');
        const { method = '', url = '', headers } = request;
        const one = { method, url, headers, body };
        seen.push(one);
        answer(one, response);
      };
      return listen(tls === undefined ? createServer(listener) : createSecureServer(pemOf(tls), listener));
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A policy that lets requests go to these hosts of this machine. */
export function reaching(...privateHosts: string[]): Policy {
  return { ...NO_POLICY, revision: 'reaching', network: { privateHosts } };
}

/** An action with this HTTP handler, meant for a server on this machine. */
export function http(handler: Partial<HttpHandler> & { url: string }, more: Partial<Capability> = {}): Capability {
  return capability({
    id: 'test.http',
    networkPolicy: 'outbound',
    handler: { kind: 'http', method: 'GET', private_network: true, ...handler },
    ...more,
  });
}

/** Runs it under a policy; both names of this machine may be reached unless told otherwise. */
export function callUnder(
  bench: Bench,
  subject: Capability,
  args: JsonObject = {},
  more: JsonObject = {},
  policy: Policy = reaching('127.0.0.1', 'localhost'),
): Promise<RunOutcome> {
  const governance = { ...UNGOVERNED, policy, revisionNow: () => policy.revision };
  return runStages(
    requestOf(subject, args, more),
    catalogOf(subject),
    bench.ports,
    bench.ports.newOperationId(),
    governance,
  );
}
