/**
 * Tool `process_open_files`: what processes have open, by process or by path, or what is deleted and still open.
 */
import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { flag, optionalInteger, optionalText } from '../arguments.ts';
import { needProc } from '../proc/details.ts';
import { listPids, type ProcessFacts, readProcess, readUserNames } from '../proc/processes.ts';
import { failureOfSystemError, type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';

type Use = 'descriptor' | 'working_directory' | 'root_directory' | 'executable' | 'mapped';
type Open = {
  readonly use: Use;
  readonly descriptor: number | null;
  readonly target: string;
  /** Where the thing itself is found: a link in /proc leads to it even when it is deleted. */
  readonly link: string;
};

/** The kernel's mark behind the path of a file that has no name any more. */
const DELETED = ' (deleted)';

/** Arguments: `pid`, `path`, `deleted_only` (one of them at least), `limit` (200). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  needProc('process_open_files');
  const pid = optionalInteger(args, 'pid');
  const path = optionalText(args, 'path');
  const deletedOnly = flag(args, 'deleted_only');
  const limit = optionalInteger(args, 'limit') ?? 200;
  if (pid === undefined && path === undefined && !deletedOnly) {
    throw new ToolFailure('say what to look at: "pid", "path" or "deleted_only"', 'invalid_arguments');
  }
  const wanted = path === undefined ? undefined : await findPath(resolve(io.cwd, path), path);
  const users = await readUserNames();
  const found: { [key: string]: Json }[] = [];
  let unreadable = 0;
  for (const one of pid === undefined ? await listPids() : [pid]) {
    if (one === process.pid) continue;
    const facts = await readProcess(one);
    if (facts === undefined) {
      if (pid !== undefined) throw new ToolFailure(`there is no process ${pid}`, 'not_found');
      continue;
    }
    const open = await readOpen(one);
    if (open === 'closed_to_us') {
      if (pid !== undefined) {
        throw new ToolFailure(`no permission to look into process ${pid} (${facts.name})`, 'permission_denied');
      }
      unreadable++;
      continue;
    }
    for (const item of open) {
      const deleted = item.target.startsWith('/') && item.target.endsWith(DELETED);
      const name = deleted ? item.target.slice(0, -DELETED.length) : item.target;
      if (deletedOnly && !deleted) continue;
      if (wanted !== undefined && name !== wanted && !name.startsWith(wanted === '/' ? '/' : `${wanted}/`)) continue;
      const entry = await present(facts, item, name, deleted, users);
      // Memory without a name (memfd, shared segments) looks like a deleted file, but takes no disk.
      if (deletedOnly && (entry.kind !== 'file' || /^\/(memfd:|SYSV|dev\/shm\/|dev\/zero)/.test(name))) continue;
      found.push(entry);
    }
  }
  if (deletedOnly) found.sort((a, b) => Number(b.bytes) - Number(a.bytes));
  return {
    files: found.slice(0, limit),
    total: found.length,
    truncated: found.length > limit,
    processes_not_readable: unreadable,
    complete: unreadable === 0,
  };
}

/** The real path; a path that does not exist any more is taken as it stands, for a deleted file may be meant. */
async function findPath(path: string, given: string): Promise<string> {
  if (path.includes('\0')) throw new ToolFailure('the path holds a NUL character', 'invalid_arguments');
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return path;
    throw failureOfSystemError(error, given);
  }
}

async function readOpen(pid: number): Promise<readonly Open[] | 'closed_to_us'> {
  const open: Open[] = [];
  let descriptors: string[];
  try {
    descriptors = await readdir(`/proc/${pid}/fd`);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // Gone since it was listed; anything else means that we may not look.
    return code === 'ENOENT' || code === 'ESRCH' ? [] : 'closed_to_us';
  }
  const add = async (use: Use, link: string, descriptor: number | null): Promise<string> => {
    const target = await readlink(link).catch(() => '');
    if (target !== '') open.push({ use, descriptor, target, link });
    return target;
  };
  await add('working_directory', `/proc/${pid}/cwd`, null);
  const root = await readlink(`/proc/${pid}/root`).catch(() => '/');
  if (root !== '/') await add('root_directory', `/proc/${pid}/root`, null);
  const executable = await add('executable', `/proc/${pid}/exe`, null);
  for (const descriptor of descriptors.map(Number).sort((a, b) => a - b)) {
    await add('descriptor', `/proc/${pid}/fd/${descriptor}`, descriptor);
  }
  const mapped = new Set([executable]);
  for (const line of (await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '')).split('\n')) {
    // "range mode offset device inode   path"; the kernel writes a newline within a path as \012.
    const match = /^([0-9a-f]+-[0-9a-f]+) \S+ \S+ \S+ \d+ +(\/.*)$/.exec(line);
    const target = (match?.[2] ?? '').replaceAll('\\012', '\n');
    if (match === null || mapped.has(target)) continue;
    mapped.add(target);
    // Only an administrator may follow map_files; the path serves everybody else as long as it is there.
    const link = target.endsWith(DELETED) ? `/proc/${pid}/map_files/${match[1]}` : target;
    open.push({ use: 'mapped', descriptor: null, target, link });
  }
  return open;
}

async function present(
  facts: ProcessFacts,
  item: Open,
  name: string,
  deleted: boolean,
  users: ReadonlyMap<number, string>,
): Promise<{ [key: string]: Json }> {
  const status = await stat(item.link).catch(() => undefined);
  const kind = status?.isFile()
    ? 'file'
    : status?.isDirectory()
      ? 'directory'
      : item.target.startsWith('socket:') || status?.isSocket()
        ? 'socket'
        : item.target.startsWith('pipe:') || status?.isFIFO()
          ? 'pipe'
          : status?.isCharacterDevice() || status?.isBlockDevice()
            ? 'device'
            : 'other';
  return {
    pid: facts.pid,
    process_name: facts.name,
    user: users.get(facts.uid) ?? String(facts.uid),
    use: item.use,
    descriptor: item.descriptor,
    access: item.descriptor === null ? null : await accessOf(facts.pid, item.descriptor),
    kind,
    path: name,
    deleted,
    bytes: kind === 'file' && status !== undefined ? status.size : null,
  };
}

/** The open mode stands in the lowest two bits of `flags`, which is octal. */
async function accessOf(pid: number, descriptor: number): Promise<string | null> {
  const info = await readFile(`/proc/${pid}/fdinfo/${descriptor}`, 'utf8').catch(() => '');
  const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1];
  if (flags === undefined) return null;
  return ['read', 'write', 'read_write'][Number.parseInt(flags.slice(-1), 8) % 4] ?? null;
}
