import { defineConfig } from 'vitest/config';

/** Two projects: the rooms run straight from source, and only `executable` needs a built dist/cap (its setup builds it). */
const EXECUTABLE_TESTS = ['test/e2e/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rooms',
          include: ['test/**/*.test.ts'],
          exclude: EXECUTABLE_TESTS,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'executable',
          include: EXECUTABLE_TESTS,
          globalSetup: ['scripts/build/ensure-built.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
