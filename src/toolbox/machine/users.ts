/**
 * Tool `system_users`: who we are, who is logged in, and which accounts this machine has.
 */
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { oneOf } from '../arguments.ts';
import { needProc } from '../proc/details.ts';
import { parseLogins } from '../proc/logins.ts';
import { readText } from '../proc/sys-files.ts';
import type { Json, JsonObject } from '../tool.ts';

type Account = {
  name: string;
  uid: number;
  gid: number;
  full_name: string | null;
  home: string;
  shell: string;
  can_login: boolean;
};

/** Where Debian, Fedora and Arch let the ids of people begin, and where those of "nobody" and services from above start. */
const FIRST_PERSON = 1000;
const LAST_PERSON = 60_000;

/** Arguments: `accounts` people | all | none (people). */
export async function run(args: JsonObject): Promise<Json> {
  needProc('system_users');
  const which = oneOf(args, 'accounts', ['people', 'all', 'none'], 'people');
  const accounts = parseAccounts((await readText('/etc/passwd')) ?? '');
  const groups = parseGroups((await readText('/etc/group')) ?? '');
  const groupsOf = (name: string, gid: number): string[] =>
    groups.filter((group) => group.gid === gid || group.members.includes(name)).map((group) => group.name);
  const shown = accounts.filter(
    ({ uid, can_login }) =>
      which === 'all' ||
      (which === 'people' && (uid === 0 || (uid >= FIRST_PERSON && uid <= LAST_PERSON)) && can_login),
  );
  return {
    current: await currentUser(groups),
    logged_in: await readLogins(),
    accounts: shown.map(({ gid, ...account }) => ({ ...account, groups: groupsOf(account.name, gid) })),
  };
}

/** The groups of this very process: what counts now, also before a new login. */
async function currentUser(groups: readonly { name: string; gid: number }[]): Promise<Json> {
  const status = (await readText('/proc/self/status')) ?? '';
  const own = (/^Groups:[\t ]*(.*)$/m.exec(status)?.[1] ?? '').split(' ').filter((word) => word !== '');
  const ids = [...new Set([process.getgid?.() ?? 0, ...own.map(Number)])];
  const name = (id: number): string => groups.find((group) => group.gid === id)?.name ?? String(id);
  let login: string;
  try {
    login = userInfo().username;
  } catch {
    login = String(process.getuid?.() ?? ''); // A container may run under an id without an account.
  }
  return { name: login, uid: process.getuid?.() ?? 0, groups: ids.map(name) };
}

/** The list that login programs keep; a system without it (musl, Debian 13) has none: null. */
async function readLogins(): Promise<Json> {
  const bytes = await readFile('/run/utmp').catch(() => undefined);
  if (bytes === undefined) return null;
  const logins: Json[] = [];
  for (const login of parseLogins(bytes, process.arch)) {
    // A session that ended without notice (lost power, killed terminal) stays in the list: its process is gone.
    if ((await readText(`/proc/${login.pid}/stat`)) !== undefined) logins.push(login);
  }
  return logins;
}

function parseAccounts(content: string): Account[] {
  const found: Account[] = [];
  for (const line of content.split('\n')) {
    const [name, , uid, gid, comment, home, shell] = line.split(':');
    if (name === undefined || uid === undefined || gid === undefined || shell === undefined) continue;
    found.push({
      name,
      uid: Number(uid),
      gid: Number(gid),
      // The first part of the comment is the name; room and telephone may follow.
      full_name: comment?.split(',')[0] || null,
      home: home ?? '',
      shell,
      can_login: !/\/(nologin|false|sync|halt|shutdown)$/.test(shell),
    });
  }
  return found.sort((a, b) => a.uid - b.uid);
}

function parseGroups(content: string): { name: string; gid: number; members: string[] }[] {
  return content.split('\n').flatMap((line) => {
    const [name, , gid, members] = line.split(':');
    if (name === undefined || gid === undefined) return [];
    return [{ name, gid: Number(gid), members: (members ?? '').split(',') }];
  });
}
