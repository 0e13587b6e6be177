/**
 * A small npm registry on the loopback interface, so that the real npm can install, compare and audit without the
 * network. Packages are made by the test.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type PublishedPackage = {
  readonly name: string;
  readonly version: string;
  /** Further fields of package.json: bin, dependencies, peerDependencies, license … */
  readonly manifest?: { readonly [field: string]: unknown };
  readonly files?: { readonly [path: string]: string };
};

export type Registry = {
  readonly address: string;
  publish(published: PublishedPackage): void;
  /** What an audit says about a package. */
  advise(name: string, advisory: { readonly [field: string]: unknown }): void;
  close(): Promise<void>;
};

export async function openRegistry(): Promise<Registry> {
  const base = mkdtempSync(join(tmpdir(), 'cap-npm-registry-'));
  const documents = new Map<string, { versions: Record<string, unknown>; 'dist-tags': Record<string, string> }>();
  const tarballs = new Map<string, Buffer>();
  const advisories = new Map<string, unknown[]>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname).slice(1);
    const answer = (value: unknown, code = 200): void => {
      response.writeHead(code, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    request.resume();
    if (path === '-/npm/v1/security/advisories/bulk') return answer(Object.fromEntries(advisories));
    const tarball = tarballs.get(path);
    if (tarball !== undefined) return void response.end(tarball);
    const document = documents.get(path);
    if (document === undefined) return answer({ error: 'Not found' }, 404);
    answer({ name: path, ...document });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    address,
    publish({ name, version, manifest = {}, files = {} }) {
      const home = join(base, `${tarballs.size}`, 'package');
      const all = { 'package.json': JSON.stringify({ name, version, ...manifest }), ...files };
      for (const [path, content] of Object.entries(all)) {
        mkdirSync(dirname(join(home, path)), { recursive: true });
        writeFileSync(join(home, path), content, { mode: 0o755 });
      }
      const file = join(base, `${tarballs.size}.tgz`);
      execFileSync('tar', ['-czf', file, '-C', dirname(home), 'package']);
      const bytes = readFileSync(file);
      const path = `${name}/-/${version}.tgz`;
      tarballs.set(path, bytes);
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
      const document = documents.get(name) ?? { versions: {}, 'dist-tags': {} };
      document.versions[version] = {
        name,
        version,
        ...manifest,
        dist: { tarball: `${address}${path}`, integrity },
      };
      document['dist-tags'].latest = version;
      documents.set(name, document);
    },
    advise(name, advisory) {
      advisories.set(name, [...(advisories.get(name) ?? []), advisory]);
    },
    close: () => {
      rmSync(base, { recursive: true, force: true });
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
