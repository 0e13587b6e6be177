import { defineConfig } from 'vitest/config';

/**
 * Two projects: the rooms run from source and `executable` drives dist/cap from outside. Capabilities of the catalog run
 * their built-in tools in dist/cap as well, so the setup of both builds it when it is missing or stale.
 */
const EXECUTABLE_TESTS = ['test/e2e/**/*.test.ts'];

/** One worker more than two cores: most tests wait for child processes. */
const WORKERS = 3;

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'rooms',
          include: ['test/**/*.test.ts'],
          exclude: EXECUTABLE_TESTS,
          globalSetup: ['test/temporary.ts', 'scripts/build/ensure-built.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'executable',
          include: EXECUTABLE_TESTS,
          globalSetup: ['test/temporary.ts', 'scripts/build/ensure-built.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
