/** The peers as contenders: bundled like our own scripts, run by the project's node with a code cache, index saved before. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Capability } from '../../src/capability/capability.ts';
import { baseNodePath } from '../build/base-node.ts';
import { ROOT } from '../build/root.ts';
import type { PeerDocument } from './peers/peer.ts';
import type { Contender } from './round-robin.ts';

const PEERS = ['minisearch', 'flexsearch', 'orama', 'sqlite'] as const;

/** A peer that is ready to answer, and what its index cost. */
export type BuiltPeer = {
  readonly name: string;
  readonly buildMilliseconds: number;
  readonly indexBytes: number;
  contender(query: string): Contender;
};

/** Bundles the peers into `directory` and builds their indexes over the capabilities. */
export async function buildPeers(capabilities: readonly Capability[], directory: string): Promise<BuiltPeer[]> {
  mkdirSync(directory, { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: PEERS.map((name) => `scripts/bench/peers/${name}.ts`),
    outdir: directory,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    logLevel: 'warning',
  });
  const documents = join(directory, 'documents.json');
  writeFileSync(documents, JSON.stringify(capabilities.map(document)));
  // The largest catalog does not fit into the heap that node takes by itself, for some peers.
  const env = {
    NODE_COMPILE_CACHE: join(directory, 'code'),
    NODE_OPTIONS: '--max-old-space-size=6000',
    NODE_NO_WARNINGS: '1',
  };
  return PEERS.map((name) => {
    const script = join(directory, `${name}.cjs`);
    const index = join(directory, `${name}.index`);
    const start = process.hrtime.bigint();
    const result = spawnSync(baseNodePath(), [script, 'build', documents, index], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    const buildMilliseconds = Number(process.hrtime.bigint() - start) / 1e6;
    if (result.status !== 0) throw new Error(`${name} could not build its index: ${result.stderr.slice(-2000)}`);
    return {
      name,
      buildMilliseconds,
      indexBytes: statSync(index).size,
      contender: (query) => ({ name, file: baseNodePath(), argv: [script, 'search', index, query], env }),
    };
  });
}

function document({ id, title, summary, aliases }: Capability): PeerDocument {
  return {
    id,
    title: `${title.en ?? ''} ${title.zh ?? ''}`,
    summary: `${summary.en ?? ''} ${summary.zh ?? ''}`,
    aliases: [...aliases.en, ...aliases.zh].join(' '),
  };
}
