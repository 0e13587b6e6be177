/** How a child is tied to what was frozen: the directory it starts in by a handle, the places and programs of a tool by their marks. */
import { closeSync, constants, existsSync, fstatSync, openSync } from 'node:fs';
import { type Bound, objectOf } from '../capability/tool-pass.ts';
import type { Execution } from '../run/ports.ts';

/** Linux only: a handle on a directory for which no permission to read it is needed, and of which no watcher is told. */
const O_PATH = 0o10000000;

export type HeldDirectory = {
  /** Leads to the very directory, whatever its path leads to by then. */
  readonly path: string;
  /** The last look before the start: what has changed, in words. */
  lastLook(): Promise<string | undefined>;
  release(): void;
};

/** The directory that it runs in. Where the system has no handles that are paths, and for what nobody had to look at, its path. */
export function holdDirectory({ cwd, places, isInPlace }: Execution): HeldDirectory {
  const frozen = places.find(({ path }) => path === cwd);
  const handle = frozen === undefined ? undefined : openDirectory(cwd);
  const lastLook = async () => {
    const isHeld = handle === undefined || objectOf(fstatSync(handle, { bigint: true })) === frozen?.object;
    return isHeld && (await isInPlace()) ? undefined : 'A path leads elsewhere, or something else stands there';
  };
  if (handle === undefined) return { path: cwd, lastLook, release() {} };
  return { path: `/proc/${process.pid}/fd/${handle}`, lastLook, release: () => closeSync(handle) };
}

function openDirectory(path: string): number | undefined {
  if (process.platform !== 'linux' || !existsSync('/proc/self/fd')) return undefined;
  try {
    return openSync(path, O_PATH | constants.O_DIRECTORY);
  } catch {
    return undefined;
  }
}

/** `document` with what a tool of ours is bound to behind it, as it works through these alone. `values`: secrets, as one line. */
export function inputOfTool(document: string, values: string, { places, programs, absent = [] }: Tied): string {
  if (places.length + programs.length === 0) return values === '' ? document : `${document}\n${values}`;
  const byName = programs.filter(({ byPath }) => byPath !== true);
  const bound: Bound = {
    places: [...new Map(places.map(({ path, object }) => [path, object]))],
    programs: [
      ...byName.map(({ executable, fingerprint }) => [executable.path, fingerprint.identity] as const),
      ...absent.map((name) => [name, null] as const),
    ],
  };
  return `${document}\n${values}\n${JSON.stringify(bound)}`;
}

type Tied = Pick<Execution, 'places' | 'programs' | 'absent'>;
