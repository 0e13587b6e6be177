import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadCapability } from './default-catalog.ts';
import { makeAuthority, openSite, type Pem, type Site } from './network-servers.ts';

let site: Site;
let authority: ReturnType<typeof makeAuthority>;
beforeEach(() => {
  site = openSite();
  authority = makeAuthority(site.cwd);
});
afterEach(() => site.close());

const serve = (pem: Pem): Promise<number> => site.serve((_, response) => response.end('secure'), pem);
const look = (args: { [name: string]: string | number }) => site.answer('network.tls_certificate', args);

describe('network.tls_certificate', () => {
  it('trusts what this system trusts, and tells names, days and chain', async () => {
    const pem = authority.issue('DNS:localhost,DNS:*.shop.test,IP:127.0.0.1', 12);
    const port = await serve(pem);
    site.environment.SSL_CERT_FILE = authority.file;
    const shown = await look({ host: '127.0.0.1', port });
    const certificate = new X509Certificate(pem.cert);
    expect(shown).toMatchObject({
      host: '127.0.0.1',
      port,
      address: '127.0.0.1',
      trusted: true,
      reason: null,
      expired: false,
      days_left: 11,
      name_matches: true,
      certificate: {
        subject: 'CN=leaf',
        issuer: 'CN=Test Authority, O=Cap',
        names: ['localhost', '*.shop.test', '127.0.0.1'],
        valid_to: new Date(certificate.validTo).toISOString(),
        serial_number: certificate.serialNumber,
        sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
        key: 'ec prime256v1',
        self_signed: false,
      },
      chain: [{ subject: 'CN=Test Authority, O=Cap', issuer: 'CN=Test Authority, O=Cap' }],
      protocol: 'TLSv1.3',
    });
    // The same word as openssl, asked independently.
    const asked = spawnSync('openssl', ['x509', '-noout', '-checkend', String(11 * 86_400)], { input: pem.cert });
    expect(asked.status).toBe(0);
  });

  it('sees an expired certificate, one of a stranger, one by itself and one for another name', async () => {
    const expired = await serve(authority.issue('DNS:localhost,IP:127.0.0.1', -1));
    const fresh = await serve(authority.issue('DNS:right.test'));
    const own = await serve(authority.selfSigned('localhost'));
    const stranger = await look({ host: '127.0.0.1', port: fresh, server_name: 'right.test' });
    expect(stranger).toMatchObject({ trusted: false, reason: 'SELF_SIGNED_CERT_IN_CHAIN', name_matches: true });
    site.environment.SSL_CERT_FILE = authority.file;
    const over = await look({ host: '127.0.0.1', port: expired });
    expect(over).toMatchObject({ trusted: false, reason: 'CERT_HAS_EXPIRED', expired: true, name_matches: true });
    expect(over.days_left).toBeLessThan(0);
    const other = await look({ host: '127.0.0.1', port: fresh, server_name: 'wrong.test' });
    expect(other).toMatchObject({ trusted: false, reason: 'ERR_TLS_CERT_ALTNAME_INVALID', name_matches: false });
    expect(await look({ host: 'localhost', port: own })).toMatchObject({
      trusted: false,
      reason: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      certificate: { self_signed: true },
      chain: [],
    });
  });

  it('reads a file: PEM with its chain, DER, one that ran out, one with a key before it, and what is none', async () => {
    const { cert, key } = authority.issue('DNS:shop.test', 12);
    const put = (name: string, content: string | Uint8Array) => writeFileSync(join(site.cwd, name), content);
    put('with key.pem', `${key}${cert}`);
    put('leaf.der', new X509Certificate(cert).raw);
    put('over.pem', authority.issue('DNS:shop.test', -1).cert);
    put('none.pem', 'no certificate here');
    const file = await look({ path: 'with key.pem', server_name: 'shop.test' });
    expect(file).toMatchObject({ host: null, port: null, file: 'with key.pem', trusted: null, reason: null });
    expect(file).toMatchObject({ expired: false, days_left: 11, name_matches: true, protocol: null });
    expect(file.certificate).toMatchObject({ names: ['shop.test'], self_signed: false });
    expect(file.chain).toMatchObject([{ subject: 'CN=Test Authority, O=Cap' }]);
    expect(JSON.stringify(file)).not.toContain('PRIVATE');
    expect((await look({ path: 'leaf.der' })).certificate.sha256).toBe(file.certificate.sha256);
    expect(await look({ path: 'over.pem' })).toMatchObject({
      trusted: false,
      reason: 'CERT_HAS_EXPIRED',
      expired: true,
    });
    const other = await look({ path: 'leaf.der', server_name: 'other.test' });
    expect(other).toMatchObject({ trusted: false, reason: 'ERR_TLS_CERT_ALTNAME_INVALID', name_matches: false });
    const failure = (args: { [name: string]: string }) => site.failure('network.tls_certificate', args);
    expect(await failure({ path: 'none.pem' })).toContain('no certificate that can be read');
    expect(await failure({ path: 'no such' })).toContain('does not exist');
    expect(await failure({ path: 'leaf.der', host: 'localhost' })).toContain('either "host" or "path"');
    expect(await failure({})).toContain('either "host" or "path"');
  });

  it('asks for the name it was given', async () => {
    const names: string[] = [];
    const pem = authority.issue('DNS:localhost');
    const server = createTlsServer({
      ...pem,
      SNICallback: (name, done) => {
        names.push(name);
        done(null);
      },
    });
    const port = await site.listen(server);
    await look({ host: '127.0.0.1', port, server_name: 'shop.example.test' });
    await look({ host: 'localhost', port });
    expect(names).toEqual(['shop.example.test', 'localhost']);
  });

  it('tells a port without TLS, a silent one, and one where nobody listens', async () => {
    const failure = (args: { [name: string]: string | number }) => site.failure('network.tls_certificate', args);
    const plain = await site.serve((_, response) => response.end());
    const silent = await site.listen(createTcpServer());
    const gone = createTcpServer();
    const closed = await site.listen(gone);
    await new Promise((resolve) => gone.close(resolve));
    expect(await failure({ host: '127.0.0.1', port: plain })).toContain(`no TLS with 127.0.0.1:${plain}`);
    expect(await failure({ host: '127.0.0.1', port: silent, timeout_ms: 300 })).toContain(
      'did not answer within 300 ms',
    );
    expect(await failure({ host: '127.0.0.1', port: closed })).toContain('refuses connections');
  });
});

describe('requests over TLS', () => {
  it('refuse what is not trusted, go on when told, and take an authority of the system', async () => {
    const port = await serve(authority.issue('DNS:localhost,IP:127.0.0.1'));
    const url = `https://127.0.0.1:${port}/`;
    expect(await site.failure('network.http_get', { url })).toContain('SELF_SIGNED_CERT_IN_CHAIN');
    expect(await site.failure('network.http_head', { url })).toContain('SELF_SIGNED_CERT_IN_CHAIN');
    expect(await site.failure('network.download', { url, path: 'x' })).toContain('SELF_SIGNED_CERT_IN_CHAIN');
    const args = { url, verify_certificate: false };
    expect(await site.answer('network.http_get', args)).toMatchObject({ status: 200, text: 'secure' });
    expect(await site.answer('network.http_head', args)).toMatchObject({ status: 200 });
    site.environment.SSL_CERT_FILE = authority.file;
    expect(await site.answer('network.http_get', { url })).toMatchObject({ status: 200, text: 'secure' });
  });
});

describe('network.tls_expired_guide', () => {
  it('names in both languages only fields that the answer has', async () => {
    const { body } = loadCapability('network.tls_expired_guide');
    const shown = await look({ host: '127.0.0.1', port: await serve(authority.issue('IP:127.0.0.1')) });
    for (const text of [body?.zh ?? '', body?.en ?? '']) {
      expect(text).toContain('{cap:network.tls_certificate}');
      for (const field of ['trusted', 'reason', 'expired', 'days_left']) {
        expect(text).toContain(`\`${field}`);
        expect(shown).toHaveProperty(field);
      }
    }
  });
});
