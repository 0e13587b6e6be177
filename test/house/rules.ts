/** The rules of the house over parsed files. Each gives the sentences about what breaks it; none means it holds. */
import {
  CRYPTO_ROOMS,
  EMPTY_NAMES,
  FLOORS,
  FORBIDDEN_MEMBERS,
  LOCALE_METHODS,
  LONGER_FILES,
  LONGEST_FILE_LINES,
  SIDEWAYS,
  WORLDLY_MODULES,
  WORLDLY_NAMES,
  WORLDLY_ROOMS,
} from './rooms.ts';
import { roomOf, type SourceFile } from './source-file.ts';

/** Imports go strictly down; a room that is not in the plan, a sibling, a way up, and a target that cannot be read break it. */
export function floorFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const floor = FLOORS[file.room];
    if (floor === undefined) return [`${file.path}: the room ${file.room} is not in the plan`];
    return file.imports.flatMap(({ target, kind }) => {
      if (target === '(computed)') return [`${file.path}: imports something that is not a plain string`];
      if (!target.startsWith('src/') && !target.startsWith('scripts/')) return [];
      const other = roomOf(target);
      const otherFloor = FLOORS[other];
      if (other === file.room || SIDEWAYS.includes(`${file.room} → ${other}`)) return [];
      if (otherFloor !== undefined && otherFloor < floor) return [];
      return [`${file.path}: ${file.room} (floor ${floor}) must not import ${target} (floor ${otherFloor}, ${kind})`];
    });
  });
}

/** No file reaches itself, over imports of any kind. */
export function circleFaults(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const faults: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      faults.push([...trail.slice(start), path].join(' → '));
      return;
    }
    if (done.has(path)) return;
    for (const { target } of byPath.get(path)?.imports ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const file of files) visit(file.path, []);
  return faults;
}

/** Disk, processes, clock, randomness, network and locale stay in the rooms that are made for them. */
export function worldFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const faults: string[] = [];
    for (const { target } of file.imports) {
      if (target === 'node:crypto' && !CRYPTO_ROOMS.has(file.room))
        faults.push(`${file.path}: hashes come from src/canon`);
      if (WORLDLY_MODULES.has(target) && !WORLDLY_ROOMS.has(file.room)) faults.push(`${file.path}: imports ${target}`);
    }
    for (const name of file.names) {
      if (WORLDLY_NAMES.has(name) && !WORLDLY_ROOMS.has(file.room)) faults.push(`${file.path}: uses ${name}`);
    }
    for (const member of file.members) {
      if (member.startsWith('globalThis.') && WORLDLY_NAMES.has(member.slice(11)) && !WORLDLY_ROOMS.has(file.room)) {
        faults.push(`${file.path}: uses ${member}`);
      }
      if (FORBIDDEN_MEMBERS.has(member) && !WORLDLY_ROOMS.has(file.room)) faults.push(`${file.path}: uses ${member}`);
      if (LOCALE_METHODS.has(member.slice(1)) && member.startsWith('.')) faults.push(`${file.path}: uses ${member}`);
    }
    return faults;
  });
}

/** A file name says what is inside. */
export function nameFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => EMPTY_NAMES.has(path.slice(path.lastIndexOf('/') + 1).replace(/\.ts$/, '')))
    .map(({ path }) => `${path}: the name says nothing`);
}

/** No file is longer than a sitting, and no exception outlives its reason. */
export function lengthFaults(files: readonly SourceFile[]): string[] {
  const long = files.filter(({ lines }) => lines > LONGEST_FILE_LINES);
  const stale = Object.keys(LONGER_FILES).filter((path) => !long.some((file) => file.path === path));
  return [
    ...long
      .filter(({ path }) => !Object.hasOwn(LONGER_FILES, path))
      .map(({ path, lines }) => `${path}: ${lines} lines`),
    ...stale.map((path) => `${path}: listed as longer, but it is not`),
  ];
}
