/**
 * `npm run check`: everything that CI checks, one step after the other, all of them even when one fails. The last line
 * counts the tests: `N passed, N failed` and, where there are any, `, N skipped`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, WORK } from './build/root.ts';

const REPORT = join(WORK, 'tests.json');

/** What is run, in this order: the quick ones first. Tools come from node_modules/.bin, which npm puts on the path. */
const STEPS: readonly { readonly title: string; readonly command: readonly string[] }[] = [
  { title: 'types', command: ['tsc', '--noEmit', '-p', '.'] },
  { title: 'style', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { title: 'unused', command: ['knip'] },
  { title: 'schemas', command: ['node', 'scripts/generate-schemas.ts', '--check'] },
  {
    title: 'tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`],
  },
];

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numFailedTestSuites: number;
};

mkdirSync(WORK, { recursive: true });
rmSync(REPORT, { force: true });
const failed = STEPS.filter(({ title, command }) => {
  process.stdout.write(`── ${title}: ${command.join(' ')}\n`);
  const [file = '', ...argv] = command;
  const result = spawnSync(file, argv, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  return result.status !== 0;
}).map(({ title }) => title);

if (failed.length > 0) process.stdout.write(`failed: ${failed.join(', ')}\n`);
process.stdout.write(`${counts()}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** A test file that could not even start has no failed test of its own, so it counts as one. */
function counts(): string {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(REPORT, 'utf8')) as Report;
  } catch {
    return '0 passed, 1 failed';
  }
  const unstarted = report.numFailedTests === 0 && report.numFailedTestSuites > 0 ? report.numFailedTestSuites : 0;
  const skipped = report.numPendingTests + report.numTodoTests;
  const line = `${report.numPassedTests} passed, ${report.numFailedTests + unstarted} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}
