/** Whole words of a name that say that what stands under it is secret. It looks at no value. */

/** A name is taken apart at capitals, `_`, `-` and `.`. */
const WORDS: ReadonlySet<string> = new Set([
  ...['password', 'passwd', 'passphrase', 'pwd', 'secret', 'secrets', 'token', 'credential', 'credentials'],
  ...['authorization', 'cookie', 'apikey', 'pin', 'otp', 'auth', 'bearer', 'signature'],
]);
/** The same in two words. */
const PAIRS: ReadonlySet<string> = new Set([
  ...['api key', 'private key', 'access key', 'secret key', 'signing key', 'encryption key', 'session id'],
]);

/** "apiKey", "API-KEY", "db.password": yes. "tokenizer", "keyboard", "author": no. */
export function namesSecret(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word, index) => WORDS.has(word) || PAIRS.has(`${word} ${words[index + 1] ?? ''}`));
}
