/**
 * Single facts from small files of /proc, /sys and /etc: text, numbers, the names in a directory. What is not there is
 * undefined, never an error: machines differ in what they tell.
 */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

/** Without spaces around it; undefined when there is no such file, it may not be read, or it is empty. */
export async function readText(path: string): Promise<string | undefined> {
  const text = (await readFile(path, 'utf8').catch(() => '')).trim();
  return text === '' ? undefined : text;
}

export async function readNumber(path: string): Promise<number | undefined> {
  const text = await readText(path);
  return text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Names in a directory in order; numbers within names count as numbers (cpu2 before cpu10). */
export async function readNames(path: string): Promise<string[]> {
  const names = await readdir(path).catch((): string[] => []);
  const key = (name: string): string => name.replace(/\d+/g, (digits) => digits.padStart(12, '0'));
  return names.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

/** Name of the thing that a link leads to, such as the driver of a device. */
export async function readLinkName(path: string): Promise<string | undefined> {
  const target = await readlink(path).catch(() => '');
  return target === '' ? undefined : basename(target);
}

/** KEY=value lines as /etc/os-release has them; quotes and the escapes within double quotes are taken off. */
export function parseAssignments(content: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of content.split('\n')) {
    const match = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*?)\s*$/.exec(line);
    if (match?.[1] === undefined) continue;
    const value = match[2] ?? '';
    const quoted = /^"(.*)"$/.exec(value);
    found.set(match[1], quoted ? (quoted[1] ?? '').replace(/\\([\\"$`])/g, '$1') : value.replace(/^'(.*)'$/, '$1'));
  }
  return found;
}
