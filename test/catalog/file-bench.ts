/** Directories with difficult contents for tests of the file capabilities, and a way to run a tool without privileges. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { applyDefaults } from '../../src/run/defaults.ts';
import { runBuiltinTool } from '../../src/toolbox/entry.ts';
import { AS_NOBODY, executableForEverybody } from '../nobody/nobody.ts';
import { passFor } from '../nobody/tool-pass.ts';
import { loadCapability } from './default-catalog.ts';

/** Names that programs stumble over. */
export const NASTY = ['-rf', '空 格.txt', 'new\nline', "it's", '$(id)', '*', 'é'] as const;

export type Bench = { readonly cwd: string; readonly put: (path: string, content?: string | Uint8Array) => string };

/** A fresh directory for each test of a file; its name is difficult too. */
export function useBench(): Bench {
  let cwd = '';
  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), 'cap 文件-')));
    chmodSync(cwd, 0o755);
  });
  afterEach(() => {
    spawnSync('chmod', ['-R', 'u+rwx', '--', cwd]);
    rmSync(cwd, { recursive: true, force: true });
  });
  return {
    get cwd() {
      return cwd;
    },
    put: (path, content = '') => {
      const file = join(cwd, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
  };
}

/** The tool of a capability with the defaults of its schema, in this process: for the many cases where the pipeline adds nothing. */
// biome-ignore lint/suspicious/noExplicitAny: each test states by its assertions what the result must look like.
export async function quick(id: string, args: JsonObject, cwd: string): Promise<any> {
  const { exitCode, stdout, stderr } = await runBuiltinTool(toolOf(id), JSON.stringify(withDefaults(id, args)), {
    cwd,
  });
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/**
 * The same in a child without privileges: the administrator reads everything, so a test of permissions needs somebody
 * else. Run by an ordinary user, the child is that user.
 */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export function asNobody(id: string, args: JsonObject, cwd: string): any {
  const tool = toolOf(id);
  const input = JSON.stringify(withDefaults(id, args));
  const { stdout, stderr, status } = spawnSync(executableForEverybody(), ['--builtin-tool', tool], {
    cwd,
    input,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: cwd, ...passFor(tool, input, AS_NOBODY) },
    ...AS_NOBODY,
  });
  return status === 0 ? JSON.parse(stdout) : { failed: stderr };
}

function toolOf(id: string): string {
  const { handler } = loadCapability(id);
  if (handler?.kind !== 'builtin') throw new Error(`${id} is no built-in tool`);
  return handler.tool;
}

function withDefaults(id: string, args: JsonObject): JsonObject {
  return applyDefaults(loadCapability(id).argumentsSchema, args);
}
