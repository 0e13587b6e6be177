/** The evaluation room's host of a script: its files, and a world that is made when it is first asked for. */
import type { EvaluationHost } from '../../src/evaluation/host.ts';
import { MEASURING_FILES, microseconds } from '../../src/platform/measuring-files.ts';
import type { World } from '../../src/verbs/world.ts';
import type { languageSections } from '../build-snapshot.ts';

export function hostOf(language: ReturnType<typeof languageSections>, makeWorld: () => World): EvaluationHost {
  let world: World | undefined;
  return {
    ...MEASURING_FILES,
    clock: microseconds,
    get world() {
      world ??= makeWorld();
      return world;
    },
    worldOf: noSnapshot,
    language: () => language,
  };
}

/** What a script measures it compiles itself. */
export function noSnapshot(): never {
  throw new Error('this script measures what it compiles itself');
}
