/**
 * Tool `network_tls_certificate`: the certificate that a server shows, and whether this machine would trust it; or the
 * certificate in a file.
 */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { checkServerIdentity, connect, type TLSSocket } from 'node:tls';
import { optionalInteger, optionalText, text } from '../arguments.ts';
import { readAt, withFile } from '../source-file.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';
import { trustedAuthorities } from './trust.ts';

const DAY_MS = 86_400_000;
/** Bundles of a whole system are a few hundred kilobytes. */
const LARGEST_FILE = 4 * 1024 * 1024;
/** A chain is a handful long; a hostile one must not go on for ever. */
const LONGEST_CHAIN = 20;

/** Arguments: `host` or `path`, `port` (443), `server_name`, `timeout_ms` (10000). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const file = optionalText(args, 'path');
  if ((file === undefined) === (optionalText(args, 'host') === undefined)) {
    throw new ToolFailure('either "host" or "path" is needed, and not both', 'invalid_arguments');
  }
  return file === undefined ? ofHost(args) : ofFile(file, optionalText(args, 'server_name'), io);
}

async function ofHost(args: JsonObject): Promise<Json> {
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
    return {
      host,
      file: null,
      port,
      address: socket.remoteAddress ?? null,
      trusted: reason === null,
      reason,
      ...timeLeft(certificate),
      name_matches: nameError === undefined,
      certificate: whole(certificate),
      chain: chainOf(certificate).map(brief),
      protocol: socket.getProtocol(),
      cipher: socket.getCipher()?.standardName ?? null,
    };
  } finally {
    socket.destroy();
  }
}

/**
 * What a file alone can tell. That nothing speaks against it does not make it trusted: what a server sends along, and
 * whether it has the key, only a connection shows.
 */
function ofFile(path: string, name: string | undefined, io: ToolIo): Json {
  const [certificate, ...chain] = readCertificates(path, io.cwd);
  if (certificate === undefined) throw new ToolFailure(`${path} holds no certificate`, 'invalid_arguments');
  const matches =
    name === undefined ? null : isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name);
  const { expired, days_left } = timeLeft(certificate);
  const early = new Date(certificate.validFrom).getTime() > Date.now();
  const wrongName = name !== undefined && matches === undefined ? 'ERR_TLS_CERT_ALTNAME_INVALID' : null;
  const reason = expired ? 'CERT_HAS_EXPIRED' : early ? 'CERT_NOT_YET_VALID' : wrongName;
  return {
    host: null,
    file: path,
    port: null,
    address: null,
    trusted: reason === null ? null : false,
    reason,
    expired,
    days_left,
    name_matches: name === undefined ? null : matches !== undefined,
    certificate: whole(certificate),
    chain: chain.map(brief),
    protocol: null,
    cipher: null,
  };
}

/** The certificates of a PEM or DER file, in their order; keys and whatever else is there are passed over. */
function readCertificates(path: string, cwd: string): X509Certificate[] {
  const bytes = withFile(path, cwd, (descriptor, size) => {
    if (size > LARGEST_FILE) throw new ToolFailure(`${path} is too large for certificates`);
    return readAt(descriptor, 0, size);
  });
  const blocks = bytes.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  try {
    return (blocks ?? [bytes]).slice(0, LONGEST_CHAIN).map((one) => new X509Certificate(one));
  } catch {
    throw new ToolFailure(`${path} holds no certificate that can be read (PEM or DER)`, 'invalid_arguments');
  }
}

function timeLeft({ validTo }: X509Certificate): { expired: boolean; days_left: number } {
  const left = new Date(validTo).getTime() - Date.now();
  return { expired: left < 0, days_left: Math.floor(left / DAY_MS) };
}

function whole(certificate: X509Certificate): JsonObject {
  return {
    ...brief(certificate),
    names: (certificate.subjectAltName ?? '')
      .split(', ')
      .filter((one) => one !== '')
      .map(plainName),
    valid_from: new Date(certificate.validFrom).toISOString(),
    serial_number: certificate.serialNumber,
    key: keyOf(certificate),
    self_signed: certificate.checkIssued(certificate),
  };
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
