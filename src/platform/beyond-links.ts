/** Where a path leads when links stand on the way, also one to what is not there yet. Nothing is made. */
import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** As many as the system itself follows. */
const MOST_LINKS = 40;

/** Undefined where no link stands on the way: the path is the place. A relative path stands below `base`, a real path. */
export async function beyondLinks(path: string, base: string): Promise<string | undefined> {
  const given = resolve(base, path);
  const missing: string[] = [];
  let at = given;
  for (let links = 0; links <= MOST_LINKS; ) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined) {
      const place = join(real, ...missing);
      return place === given ? undefined : place;
    }
    const target = await readlink(at).catch(() => undefined);
    if (target !== undefined) {
      links += 1;
      at = resolve(dirname(at), target);
    } else {
      missing.unshift(basename(at));
      at = dirname(at);
    }
  }
  return `${given} (links without end)`;
}
