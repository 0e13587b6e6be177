/** Knows what dist/cap is made of, so that tests build it when it is missing or older than the sources, and only then. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXECUTABLE, ROOT, WORK } from './root.ts';

/** Everything whose change makes another executable. */
const INPUTS = [
  'src',
  'catalog',
  'scripts/build',
  'scripts/build.ts',
  'scripts/build-dictionary.ts',
  'scripts/build-snapshot.ts',
  'package-lock.json',
];

const RECORD = join(WORK, 'inputs.sha256');

/** True when dist/cap exists and was built from exactly these sources. */
export function isFresh(): boolean {
  return existsSync(EXECUTABLE) && existsSync(RECORD) && readFileSync(RECORD, 'utf8') === inputsHash();
}

/** Notes what the executable was just built from. */
export function recordInputs(): void {
  writeFileSync(RECORD, inputsHash());
}

function inputsHash(): string {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    const path = join(ROOT, input);
    for (const file of existsSync(path) ? filesUnder(path) : []) {
      hash.update(`${file.slice(ROOT.length)}\0`);
      hash.update(createHash('sha256').update(readFileSync(file)).digest());
    }
  }
  return hash.digest('hex');
}

function filesUnder(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
