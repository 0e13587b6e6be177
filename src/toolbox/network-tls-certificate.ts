/**
 * Tool `network_tls_certificate`: the certificate that a server shows, and whether this machine would trust it.
 */
import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { checkServerIdentity, connect, type TLSSocket } from 'node:tls';
import { optionalInteger, optionalText, text } from './arguments.ts';
import { trustedAuthorities } from './network/trust.ts';
import { type Json, type JsonObject, ToolFailure } from './tool.ts';

const DAY_MS = 86_400_000;
/** A chain is a handful long; a hostile one must not go on for ever. */
const LONGEST_CHAIN = 20;

/** Arguments: `host`, `port` (443), `server_name`, `timeout_ms` (10000). */
export async function run(args: JsonObject): Promise<Json> {
  const host = text(args, 'host').replace(/^\[(.*)\]$/, '$1');
  const port = optionalInteger(args, 'port') ?? 443;
  const name = optionalText(args, 'server_name') ?? host;
  const socket = await handshake(host, port, name, optionalInteger(args, 'timeout_ms') ?? 10_000);
  try {
    const certificate = socket.getPeerX509Certificate();
    if (certificate === undefined) throw new ToolFailure(`${host}:${port} shows no certificate`);
    // The check of the name wants the older form.
    const nameError = checkServerIdentity(name, socket.getPeerCertificate());
    // Typed as an error, but OpenSSL's code comes as text.
    const chainError = socket.authorizationError as unknown as string | Error | null | undefined;
    const reason = chainError ? codeOf(chainError) : nameError === undefined ? null : 'ERR_TLS_CERT_ALTNAME_INVALID';
    const left = new Date(certificate.validTo).getTime() - Date.now();
    return {
      host,
      port,
      address: socket.remoteAddress ?? null,
      trusted: reason === null,
      reason,
      expired: left < 0,
      days_left: Math.floor(left / DAY_MS),
      name_matches: nameError === undefined,
      certificate: {
        ...brief(certificate),
        names: (certificate.subjectAltName ?? '')
          .split(', ')
          .filter((one) => one !== '')
          .map(plainName),
        valid_from: new Date(certificate.validFrom).toISOString(),
        serial_number: certificate.serialNumber,
        key: keyOf(certificate),
        self_signed: certificate.checkIssued(certificate),
      },
      chain: chainOf(certificate).map(brief),
      protocol: socket.getProtocol(),
      cipher: socket.getCipher()?.standardName ?? null,
    };
  } finally {
    socket.destroy();
  }
}

async function handshake(host: string, port: number, name: string, timeoutMs: number): Promise<TLSSocket> {
  const authorities = trustedAuthorities();
  return await new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      // An address is no name to ask for.
      ...(isIP(name) === 0 ? { servername: name } : {}),
      // The very point is to look at what would be refused; nothing is sent over the connection.
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      ...(authorities === undefined ? {} : { ca: authorities }),
    });
    const fail = (failure: ToolFailure): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(failure);
    };
    const timer = setTimeout(
      () => fail(new ToolFailure(`${host}:${port} did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? '';
      if (code === 'ENOTFOUND') return fail(new ToolFailure(`the name ${host} does not exist`, 'not_found'));
      if (code === 'ECONNREFUSED') return fail(new ToolFailure(`${host}:${port} refuses connections`));
      fail(new ToolFailure(`no TLS with ${host}:${port}: ${error.message}${code === '' ? '' : ` (${code})`}`));
    });
  });
}

function codeOf(error: string | Error): string {
  return typeof error === 'string' ? error : ((error as NodeJS.ErrnoException).code ?? error.message);
}

function brief(certificate: X509Certificate): { subject: string; issuer: string; valid_to: string; sha256: string } {
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    valid_to: new Date(certificate.validTo).toISOString(),
    sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}

function chainOf(certificate: X509Certificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let next = certificate.issuerCertificate; next !== undefined; next = next.issuerCertificate) {
    const seen = [certificate, ...chain].some((one) => one.fingerprint256 === next?.fingerprint256);
    if (seen || chain.length >= LONGEST_CHAIN) break;
    chain.push(next);
  }
  return chain;
}

/** One line a part becomes "CN=…, O=…". */
function oneLine(name: string | undefined): string {
  return (name ?? '').split('\n').join(', ');
}

/** "DNS:a.example" and "IP Address:192.0.2.1" without the kind. */
function plainName(name: string): string {
  return name.replace(/^(?:DNS|IP Address|URI|email):/, '');
}

function keyOf(certificate: X509Certificate): string {
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  const size = asymmetricKeyDetails?.modulusLength ?? asymmetricKeyDetails?.namedCurve;
  return size === undefined ? String(asymmetricKeyType) : `${asymmetricKeyType} ${size}`;
}
