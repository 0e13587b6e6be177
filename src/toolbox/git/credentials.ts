/**
 * Credentials that people leave in git's addresses and settings, masked. It knows texts only.
 */
const PASSWORD = /\b([a-z][a-z0-9+.-]*:\/\/[^/\s@:]*):[^/\s@]*@/gi;
/** A user name this long in a web address is a token. */
const LONE_TOKEN = /\b(https?:\/\/)[A-Za-z0-9_-]{20,}@/gi;
/** Last part of a setting's name whose value is a secret as a whole. */
const SECRET_KEY = /(?:password|passwd|pass|token|secret|apikey|extraheader)$/i;
const MASK = '***';

/** The text with the password or token of every address in it replaced by stars. */
export function maskAddresses(text: string): string {
  return text.replaceAll(PASSWORD, `$1:${MASK}@`).replaceAll(LONE_TOKEN, `$1${MASK}@`);
}

/** The value of a git setting, masked where it is or holds a secret. */
export function maskSetting(name: string, value: string): string {
  return SECRET_KEY.test(name) ? MASK : maskAddresses(value);
}
