/**
 * SSH public keys as values: type, bits and fingerprint from the key itself. Of private keys only the unencrypted head
 * of the file is looked at.
 */
import { createHash } from 'node:crypto';

export type PublicKey = { type: string; bits: number | null; fingerprint: string; comment: string; line: string };

const CURVES: { readonly [type: string]: number } = {
  'ssh-ed25519': 256,
  'sk-ssh-ed25519@openssh.com': 256,
  'ecdsa-sha2-nistp256': 256,
  'sk-ecdsa-sha2-nistp256@openssh.com': 256,
  'ecdsa-sha2-nistp384': 384,
  'ecdsa-sha2-nistp521': 521,
};

/** One line of a .pub file or of `ssh-add -L`; undefined when it is none. */
export function parsePublicKey(line: string): PublicKey | undefined {
  const found = /^((?:ssh|ecdsa|sk)-[\w@.-]+)\s+([A-Za-z0-9+/]+=*)(?:\s+(.*))?$/.exec(line.trim());
  if (found === null) return undefined;
  const [whole, type = '', base64 = '', comment = ''] = found;
  const blob = Buffer.from(base64, 'base64');
  const digest = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  return { type, bits: CURVES[type] ?? bitsOf(type, blob), fingerprint: `SHA256:${digest}`, comment, line: whole };
}

/** Length of the modulus of an RSA key: the third field, a big-endian number that may start with a zero byte. */
function bitsOf(type: string, blob: Buffer): number | null {
  if (type !== 'ssh-rsa') return null;
  let at = 0;
  let field = Buffer.alloc(0);
  for (let index = 0; index < 3; index++) {
    if (at + 4 > blob.length) return null;
    const length = blob.readUInt32BE(at);
    field = Buffer.from(blob.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  const first = field.findIndex((byte) => byte !== 0);
  return first === -1 ? null : (field.length - first) * 8 - Math.clz32(field[first] ?? 0) + 24;
}

/** Whether a private key file needs a passphrase; null when the form is not known. */
export function isEncrypted(content: string): boolean | null {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: .*ENCRYPTED/m.test(content)) return true;
  const openssh = /-----BEGIN OPENSSH PRIVATE KEY-----\s+([A-Za-z0-9+/=\s]+)/.exec(content)?.[1];
  if (openssh !== undefined) {
    const head = Buffer.from(openssh.replace(/\s/g, '').slice(0, 80), 'base64');
    const magic = 'openssh-key-v1\0';
    if (head.subarray(0, magic.length).toString('latin1') !== magic) return null;
    const length = head.readUInt32BE(magic.length);
    return head.subarray(magic.length + 4, magic.length + 4 + length).toString('latin1') !== 'none';
  }
  return /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(content) ? false : null;
}
