/** Puts together what measuring needs: files, the clock, catalogs. What measures is loaded when it is asked for. */
import type { Measuring } from './cli/host.ts';
import type { EvaluationHost } from './evaluation/host.ts';
import { MEASURING_FILES, microseconds } from './platform/measuring-files.ts';
import { openDefault } from './platform/snapshot-choice.ts';
import { isRefusal } from './reason/refusal.ts';
import { languageOf } from './snapshot/language.ts';
import type { World } from './verbs/world.ts';

export function measuringHost(worldOf: (snapshotFile: string) => World): Measuring {
  const over = (world: World): EvaluationHost => ({
    ...MEASURING_FILES,
    clock: microseconds,
    world,
    worldOf,
    language,
  });
  return {
    evaluate: async (request, world) => {
      const { runEvaluation } = await import('./evaluation/command.ts');
      return runEvaluation(request, over(world));
    },
    replay: async (request, world) => {
      const { runReplay } = await import('./evaluation/replay-command.ts');
      return runReplay(request, over(world));
    },
    replayBetween: async (file, before, after) => {
      const { replayBetween } = await import('./evaluation/replay-command.ts');
      return replayBetween(file, before, after, MEASURING_FILES);
    },
  };
}

/** Foreign catalogs are compiled with the words and concepts of the executable's own. */
function language() {
  const own = openDefault();
  return isRefusal(own) ? own : languageOf(own);
}
