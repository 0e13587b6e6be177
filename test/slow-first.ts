/**
 * The order of the test files: the longest first, whatever project they belong to, so that no worker is left alone with one
 * of them at the end; those that share a process last.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from '../scripts/build/root.ts';

/** A checkout that has run no test yet knows nothing of their times, and a file's size says little about it. */
const LONGEST = [
  'test/e2e/examples.test.ts',
  'test/attacks/unreadable-state.test.ts',
  'test/e2e/everyday.test.ts',
  'test/e2e/authoring.test.ts',
  'test/run/confirm-model.test.ts',
  'test/catalog/guides/machine.test.ts',
  'test/e2e/kills.test.ts',
  'test/run/journal.test.ts',
  'test/attacks/projects-by-argument.test.ts',
  'test/e2e/written-files.test.ts',
  'test/e2e/readme.test.ts',
  'test/attacks/unseen-text.test.ts',
  'test/attacks/exhaustion.test.ts',
  'test/catalog/guides/node-projects.test.ts',
  'test/e2e/measuring.test.ts',
  'test/e2e/forms.test.ts',
  'test/catalog/maintenance-codex.test.ts',
];

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId, project }: TestSpecification): number {
  const place = LONGEST.indexOf(relative(ROOT, moduleId));
  if (place >= 0) return place;
  return LONGEST.length + (project.config.isolate ? 0 : 1);
}
