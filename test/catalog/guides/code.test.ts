/** The guides about code that fails: a stack trace in a log, a test that is red. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, type Repository } from '../git-fixture.ts';
import { followGuide } from './follow.ts';

let bench: Bench;
let work: Repository;
beforeEach(() => {
  bench = openBench();
  work = bench.repository();
});
afterEach(() => bench.close());

const follow = (id: string) =>
  followGuide(id, { cwd: work.path, environment: { PATH: process.env.PATH ?? '', HOME: bench.home } });

/** A price that is missing for one customer. */
const PRICES = `const prices = { book: 12 };
exports.priceOf = function priceOf(name) {
  return prices[name].toFixed(2);
};
`;
const TEST = `const test = require('node:test');
const assert = require('node:assert');
const { priceOf } = require('../prices.js');
test('a book', () => assert.equal(priceOf('book'), '12.00'));
test('something without a price', () => assert.equal(priceOf('pen'), 'none'));
`;
const MANIFEST = { name: 'shop', version: '1.0.0', scripts: { test: 'node --test', lint: 'node --check prices.js' } };

it('dev.log.read_stacktrace_guide: from a log to the line, the value and a test that shows it', async () => {
  work.commit('prices', { 'prices.js': PRICES, 'package.json': JSON.stringify(MANIFEST) });
  work.commit('a test for pens', { 'test/prices.test.js': TEST });
  const trace = `TypeError: Cannot read properties of undefined (reading 'toFixed')
    at priceOf (${work.path}/prices.js:3:23)
    at handle (${work.path}/node_modules/web/index.js:10:5)`;
  work.write('server.log', `2024-05-01T10:00:00Z INFO started\n2024-05-01T10:00:01Z ERROR ${trace}\n`.repeat(2));

  const guide = follow('dev.log.read_stacktrace_guide');
  const { groups } = await guide.step('dev.log.errors_extract', { path: 'server.log' });
  expect(groups[0].count).toBe(2);
  const stack = JSON.stringify(groups[0]);
  // The first frame outside node_modules is where to start.
  const [, file = '', line = ''] = /at priceOf \([^)]*?([\w.]+\.js):(\d+):/.exec(stack) ?? [];
  expect([file, line]).toEqual(['prices.js', '3']);
  const { lines } = await guide.step('file.head', { path: file, lines: Number(line) });
  expect(JSON.stringify(lines)).toContain('prices[name].toFixed');
  expect((await guide.step('dev.code.symbol_find', { name: 'priceOf' })).definitions[0]).toMatchObject({ line: 2 });
  const blamed = await guide.step('git.blame', { path: file, start_line: 3, end_line: 3 });
  expect(JSON.stringify(blamed.lines)).toContain('prices');
  // How to tell: a test shows it.
  const shown = await guide.step('dev.test.run_file', { path: 'test/prices.test.js' });
  expect(shown.passed).toBe(false);
  expect(shown.output).toContain("reading 'toFixed'");
});

it('dev.test.failing_test_triage: the cause is in the code, one fix, and everything passes twice', async () => {
  const fixed = PRICES.replace('return prices[name].toFixed(2);', "return prices[name]?.toFixed(2) ?? 'none';");
  const files = { 'prices.js': fixed, 'package.json': JSON.stringify(MANIFEST), 'test/prices.test.js': TEST };
  work.commit('all is well', files);
  work.write('prices.js', PRICES);

  const guide = follow('dev.test.failing_test_triage');
  const broken = await guide.step('dev.test.run');
  expect(broken.passed).toBe(false);
  const alone = await guide.step('dev.test.run_file', { path: 'test/prices.test.js' });
  expect(alone).toMatchObject({ passed: false, output: expect.stringContaining("reading 'toFixed'") });
  // "Code that was just changed": look at the change.
  const { patch } = await guide.step('git.diff');
  expect(patch.join('\n')).toContain('-  return prices[name]?.toFixed(2)');
  work.write('prices.js', fixed);
  guide.goTo('## 5. Fix and check');
  expect((await guide.step('dev.test.run')).passed).toBe(true);
  expect((await guide.step('dev.lint.run')).clean).toBe(true);
  // How to tell: twice in a row, and the change skips no test.
  guide.goTo('## 5. Fix and check');
  expect(await guide.step('dev.test.run')).toMatchObject({ passed: true, counts: { passed: 2 } });
  expect(work.git('status', '--porcelain')).toBe('');
});

it('dev.test.failing_test_triage: what the environment lacks is found where the guide says', async () => {
  const code = "if (!process.env.SHOP_KEY && !require('node:fs').existsSync('.env')) throw new Error('SHOP_KEY');\n";
  work.commit('needs a key', {
    'test/key.test.js': code,
    'package.json': JSON.stringify(MANIFEST),
    '.env.example': 'SHOP_KEY=\n',
  });
  const guide = follow('dev.test.failing_test_triage');
  expect((await guide.step('dev.test.run')).passed).toBe(false);
  work.write('.env', '');
  const { missing } = await guide.step('dev.code.env_example_check');
  expect(JSON.stringify(missing)).toContain('SHOP_KEY');
  work.write('.env', 'SHOP_KEY=x\n');
  guide.goTo('## 5. Fix and check');
  expect((await guide.step('dev.test.run')).passed).toBe(true);
});
