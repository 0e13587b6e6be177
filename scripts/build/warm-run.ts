/**
 * Runs for the warm run of the cold script: a call goes through all of its stages, and what it starts is stand-ins that
 * answer at once. Without them the cache would hold nothing of a run, and compiling that costs each run 20 ms.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileSource } from '../../src/platform/snapshot-source.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { openSnapshot } from '../../src/snapshot/read.ts';

/** One that our own executable does, and one of a program of the system, shut off from the network. */
const CALLS = [
  { canonical_path: 'system.port.who', arguments: { port: 3000 } },
  { canonical_path: 'git.stash_list', arguments: { limit: 3 } },
];

const HOLDERS = `printf '{"port":3000,"complete":true,"holders":[]}'`;
const STASHES = String.raw`case "$1" in --version) echo git version 99.0;; *) printf 'stash@{0}\037abc\037now\037WIP\000';; esac`;

/** The requests of these runs. From here on this process starts stand-ins only; everything is written below `scratch`. */
export function enterRuns(scratch: string, snapshotPath: string): object[] {
  const snapshot = openSnapshot(fileSource(snapshotPath));
  if (isRefusal(snapshot)) throw new Error(snapshot.message);
  const programs = join(scratch, 'programs');
  mkdirSync(programs);
  const standIn = (name: string, commands: string) => {
    const file = join(programs, name);
    writeFileSync(file, `#!/bin/sh\n${commands}\n`, { mode: 0o755 });
    return file;
  };
  process.execPath = standIn('cap', HOLDERS);
  standIn('git', STASHES);
  process.env.PATH = programs;
  process.env.CAP_STATE_DIR = join(scratch, 'state');
  return CALLS.map(({ canonical_path: id, arguments: values }) => ({
    version: 'action-run.v1',
    canonical_path: id,
    action_version: snapshot.contract(snapshot.find(id)).version,
    expected_source_hash: snapshot.sourceHash,
    expected_surface_hash: snapshot.surfaceHash,
    tool_call_id: 'warm',
    arguments: values,
  }));
}
