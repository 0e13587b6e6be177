/**
 * What may be a secret is not shown: decided by the name it stands under and by a few forms that give a value away.
 * It knows nothing of where names and values come from.
 */

export const MASK = '********';

/** Words in a name that say its value is not for others. */
const SECRET_WORDS = new Set(
  'secret secrets token tokens password passwd passphrase pass pwd credential credentials key keys apikey auth cookie private dsn'.split(
    ' ',
  ),
);
/** The same glued to other words, as in MYAPITOKEN. */
const SECRET_PART = /secret|token|passw|passphrase|credential|apikey|accesskey|privatekey/i;
/** Names that hold such a word and are no secret: directories, sockets. */
const HARMLESS = new Set(['PWD', 'OLDPWD', 'SSH_AUTH_SOCK']);

/** True when the name of a variable or setting says that its value is secret. */
export function namesSecret(name: string): boolean {
  if (HARMLESS.has(name)) return false;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return SECRET_PART.test(name) || words.some((word) => SECRET_WORDS.has(word));
}

/** Hides the password of an address, `scheme://user:password@host`, and a name that stands alone before the "@". */
export function maskAddresses(value: string): string {
  return value.replace(/([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@'"]{1,500}@/gi, `$1${MASK}@`);
}

/** Hides in a free text what follows a telling name (`API_TOKEN=…`, `--password …`), and passwords of addresses. */
export function maskText(value: string): string {
  const assigned = value.replace(
    /([A-Za-z_][A-Za-z0-9_.-]{0,80})(\s{0,3}[=:]\s{0,3}["']?)([^\s"';&|]{1,2000})/g,
    (whole, name: string, sign: string) => (namesSecret(name) ? `${name}${sign}${MASK}` : whole),
  );
  const options = assigned.replace(
    /(--?[A-Za-z][A-Za-z-]{0,40})(\s{1,3})(["']?)([^\s"';&|-][^\s"';&|]{0,2000})/g,
    (whole, name: string, space: string, quote: string) =>
      namesSecret(name) ? `${name}${space}${quote}${MASK}` : whole,
  );
  return maskAddresses(options.replace(/(bearer\s{1,3})[\w.~+/-]{8,2000}=*/gi, `$1${MASK}`));
}
