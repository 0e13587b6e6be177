/** A fresh directory in which examples of capabilities run: its own home and state, nothing of the user's is reached. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OperatingSystem } from '../capability/capability.ts';
import type { Policy } from '../policy/policy.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { Snapshot } from '../snapshot/read.ts';
import type { World } from '../verbs/world.ts';
import { isPackaged } from './embedded.ts';
import { createRunPorts } from './run-ports.ts';

export type ExampleBench = {
  readonly world: World;
  readonly close: () => void;
};

/** `files`: relative path → text, put there first. Throws when the system's temporary directory cannot be written. */
export function openExampleBench(
  snapshot: Snapshot,
  files: { readonly [path: string]: string },
  policy: () => Policy | Refusal,
): ExampleBench {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'cap-example-')));
  const directory = join(base, 'work');
  const home = join(base, 'home');
  for (const made of [directory, home]) mkdirSync(made);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  const ports = createRunPorts({
    environment: { ...process.env, HOME: home, XDG_CONFIG_HOME: undefined, CAP_STATE_DIR: join(base, 'state') },
    cwd: directory,
    platform: process.platform,
    self: { file: process.execPath, argv: isPackaged() ? [] : [fileURLToPath(new URL('../main.ts', import.meta.url))] },
  });
  return {
    world: {
      os: process.platform as OperatingSystem,
      snapshot: () => snapshot,
      policy,
      caller: {
        principal: () => process.getBuiltinModule('node:os').userInfo().username,
        origin: () => 'project',
        // Whoever opens a bench has asked before.
        trusted: () => true,
      },
      runPorts: () => Promise.resolve(ports),
    },
    close: () => rmSync(base, { recursive: true, force: true }),
  };
}
