/** Names of users and groups from the system's tables, for tools that show owners. */
import { readFileSync } from 'node:fs';

export type Owners = { readonly user: (uid: number) => string; readonly group: (gid: number) => string };

/** Numbers stand where there is no name (a directory service is not asked). */
export function readOwners(): Owners {
  const [users, groups] = [namesIn('/etc/passwd'), namesIn('/etc/group')];
  return {
    user: (uid) => users.get(uid) ?? String(uid),
    group: (gid) => groups.get(gid) ?? String(gid),
  };
}

function namesIn(table: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  let text = '';
  try {
    text = readFileSync(table, 'utf8');
  } catch {
    return names;
  }
  for (const line of text.split('\n')) {
    const [name, , id] = line.split(':');
    if (name !== undefined && id !== undefined && /^\d+$/.test(id) && !names.has(Number(id)))
      names.set(Number(id), name);
  }
  return names;
}
