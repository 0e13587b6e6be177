/** Where a path leads when links stand on the way, also one to what is not there yet. Nothing is made. */
import { readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { objectOf } from '../capability/tool-pass.ts';

/** As many as the system itself follows. */
const MOST_LINKS = 40;

/**
 * Where links on the way of a path lead. Undefined where no link stands on the way: the path is the place. A relative path stands below `base`, a real path. A
 * `..` is the directory above where a link has led, as the system has it.
 */
async function beyondLinks(path: string, base: string): Promise<string | undefined> {
  const given = resolve(base, path);
  const missing: string[] = [];
  let at = isAbsolute(path) ? path : `${base}/${path}`;
  for (let links = 0; links <= MOST_LINKS; ) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined) {
      const place = join(real, ...missing);
      return place === given ? undefined : place;
    }
    const target = await readlink(at).catch(() => undefined);
    if (target !== undefined) {
      links += 1;
      at = isAbsolute(target) ? target : `${dirname(at)}/${target}`;
    } else {
      missing.unshift(basename(at));
      at = dirname(at);
    }
  }
  return `${given} (links without end)`;
}

/**
 * All places that a text can mean to one program or another: as it is written, behind links, and with each `..` taken by
 * name before any link is followed. A file URL means its path.
 */
export async function leadsTo(text: string, base: string): Promise<readonly string[]> {
  const path = pathOf(text);
  const written = resolve(base, path);
  const real = await beyondLinks(path, base);
  const byName = path.includes('..') ? await beyondLinks(written, base) : undefined;
  return [written, real, byName].filter((place): place is string => place !== undefined);
}

/** What stands at a path, links followed: the same as long as nobody puts something else there or writes to it. */
export async function objectAt(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? undefined : objectOf(found);
}

function pathOf(text: string): string {
  if (!/^file:/i.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch {
    return text;
  }
}
