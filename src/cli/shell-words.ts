/** Words as they are typed into a POSIX shell: what is shown as a command can be copied and does just that. */

export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
