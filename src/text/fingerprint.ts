/** The analyzer's name. A snapshot carries it, and a reader with another one refuses that snapshot. */

/** Change the number whenever `analyze` gives other tokens for any text: test/text/fingerprint.test.ts holds both together. */
export const ANALYZER_FINGERPRINT = 'cap-analyzer/2';
