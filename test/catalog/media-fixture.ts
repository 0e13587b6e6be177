/** Running a media capability in a directory of its own, with its result held to its schema, or without any program. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { validate } from '../../src/run/validator.ts';
import { loadCapability } from './default-catalog.ts';
import { type Ran, runCapability } from './run-capability.ts';

export type Desk = {
  readonly path: string;
  write(name: string, content: string | Uint8Array): void;
  names(): string[];
  run(id: string, args: JsonObject): Promise<Ran>;
  /** The result of a run that must succeed. */
  answer(id: string, args: JsonObject): Promise<Ran['result']>;
  /** What a run says that must fail. */
  said(id: string, args: JsonObject): Promise<string>;
  /** The same on a machine with no program on PATH. */
  saidWithoutPrograms(id: string, args: JsonObject): Promise<string>;
  /** Starts a program here; answers what it writes. */
  program(name: string, ...argv: string[]): string;
  close(): void;
};

export function openDesk(): Desk {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'cap media 测试-')));
  const path = join(base, '50% [0] %d');
  const nothing = join(base, 'nothing');
  mkdirSync(path);
  mkdirSync(nothing);
  const run = async (id: string, args: JsonObject): Promise<Ran> => {
    const ran = await runCapability(id, args, { cwd: path });
    const schema = loadCapability(id).outputSchema;
    if (ran.status === 'succeeded' && schema !== undefined) expect(validate(schema, ran.result)).toEqual([]);
    expect(
      readdirSync(path).filter((name) => name.startsWith('.cap-')),
      'no workspace stays behind',
    ).toEqual([]);
    return ran;
  };
  return {
    path,
    write: (name, content) => writeFileSync(join(path, name), content),
    names: () => readdirSync(path).sort(),
    run,
    answer: async (id, args) => {
      const ran = await run(id, args);
      expect(ran, ran.message).toMatchObject({ status: 'succeeded' });
      return ran.result;
    },
    said: async (id, args) => {
      const ran = await run(id, args);
      expect(ran.status).not.toBe('succeeded');
      return ran.message;
    },
    saidWithoutPrograms: async (id, args) => {
      const ran = await runCapability(id, args, { cwd: path, environment: { ...process.env, PATH: nothing } });
      expect(ran.status).not.toBe('succeeded');
      return ran.message || JSON.stringify(ran.outcome);
    },
    program: (name, ...argv) => execFileSync(name, argv, { cwd: path, encoding: 'utf8' }),
    close: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Whether these programs start here; a machine without them runs the tests of the parsers only. */
export function have(...programs: readonly (readonly [name: string, version: string])[]): boolean {
  return programs.every(([name, version]) => {
    try {
      execFileSync(name, [version], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}
