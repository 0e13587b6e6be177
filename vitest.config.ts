import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/slow-first.ts';

/** What drives dist/cap from outside. */
const EXECUTABLE_TESTS = ['test/e2e/**/*.test.ts'];

/**
 * Rooms that are asked in memory. They start hardly a process and change nothing of their own one, so that files share it:
 * to start one anew costs half a second of work, more than most of these files.
 */
const IN_MEMORY =
  `audit canon capability cli compile contract diff disclosure evaluation fulltext house inspect listing main
  policy reason search snapshot text toolbox verbs`
    .split(/\s+/)
    .map((room) => `test/${room}/**/*.test.ts`);

/** One worker more than two cores: most tests wait for child processes. */
const WORKERS = 3;

/** Hooks start processes like tests do, on machines that are as busy. */
const patience = (milliseconds: number) => ({ testTimeout: milliseconds, hookTimeout: milliseconds });

/**
 * Three projects: the rooms run from source, those in memory and the others, and `executable` drives dist/cap from outside.
 * Capabilities of the catalog run their built-in tools in dist/cap as well, and words come out of the snapshot beside it, so
 * the setup of all builds it when it is missing or stale.
 */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    // Once for all projects.
    globalSetup: ['test/temporary.ts', 'scripts/build/ensure-built.ts'],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'rooms',
          include: ['test/**/*.test.ts'],
          exclude: [...EXECUTABLE_TESTS, ...IN_MEMORY],
          ...patience(60_000),
        },
      },
      {
        test: { name: 'in memory', include: IN_MEMORY, isolate: false, ...patience(60_000) },
      },
      {
        test: { name: 'executable', include: EXECUTABLE_TESTS, ...patience(120_000) },
      },
    ],
  },
});
