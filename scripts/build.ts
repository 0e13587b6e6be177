/** `npm run build`: leaves dist/cap and dist/default.snapshot. Each step is a file in scripts/build. */
import { mkdirSync } from 'node:fs';
import { baseNode } from './build/base-node.ts';
import { writeBundles } from './build/bundle.ts';
import { writeCodeCaches } from './build/code-cache.ts';
import { writeDefaultSnapshot } from './build/default-snapshot.ts';
import { recordInputs } from './build/inputs.ts';
import { pack } from './build/pack.ts';
import { WORK } from './build/root.ts';

const base = baseNode();
mkdirSync(WORK, { recursive: true });
const snapshotPath = writeDefaultSnapshot();
await writeBundles();
writeCodeCaches(base, snapshotPath);
await pack(base, snapshotPath);
recordInputs();
