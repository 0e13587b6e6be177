/**
 * A user of our own for the tests of the maintenance and dev packs: a home, a PATH that the test fills, and no
 * configuration of the machine.
 */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../src/capability/capability.ts';
import { type Ran, runCapability } from './run-capability.ts';

export type Bench = {
  readonly base: string;
  readonly home: string;
  /** A directory at the front of PATH, for programs of the test. */
  readonly bin: string;
  /** Variables beside HOME and PATH; a test may add to them. */
  readonly environment: { [name: string]: string };
  /** Writes a file below the base directory and answers its path. */
  write(path: string, content?: string | Uint8Array): string;
  /** Writes an executable script into `bin` or below the base directory. */
  script(path: string, content: string): string;
  link(target: string, path: string): string;
  run(id: string, args?: JsonObject, cwd?: string): Promise<Ran>;
  close(): void;
};

export function openBench(): Bench {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'cap dev 测试-')));
  const home = join(base, 'home');
  const bin = join(base, 'bin');
  mkdirSync(home);
  mkdirSync(bin);
  const environment: { [name: string]: string } = { HOME: home, PATH: `${bin}:${process.env.PATH}` };
  const write = (path: string, content: string | Uint8Array = ''): string => {
    const full = join(base, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
    return full;
  };
  return {
    base,
    home,
    bin,
    environment,
    write,
    script: (path, content) => {
      const full = write(path, content);
      chmodSync(full, 0o755);
      return full;
    },
    link: (target, path) => {
      const full = join(base, path);
      mkdirSync(dirname(full), { recursive: true });
      symlinkSync(target, full);
      return full;
    },
    run: (id, args = {}, cwd = base) => runCapability(id, args, { cwd, environment }),
    close: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** A result of a run that must have succeeded. */
export function succeeded(ran: Ran): Ran['result'] {
  if (ran.status !== 'succeeded')
    throw new Error(`${ran.status}: ${ran.message} ${ran.evidence === undefined ? JSON.stringify(ran.outcome) : ''}`);
  return ran.result;
}
