/** A yes is said to a question that stands there: what was typed before it does not count, whole lines or parts of one. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const CHILD = fileURLToPath(new URL('asks-person.ts', import.meta.url));

/** Types `early` before the child has begun, and `late` when its question stands there. */
function screenOf(early: string, late: string): Promise<string> {
  const line = `'${process.execPath}' '${CHILD}'`;
  const child = spawn('/usr/bin/script', ['-qec', line, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let screen = '';
  let typed = false;
  child.stdin.write(early);
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString('utf8');
    if (typed || !screen.includes('The word: ')) return;
    typed = true;
    child.stdin.write(late);
  });
  return new Promise((resolve) => child.on('close', () => resolve(screen)));
}

test.each([
  ['yes\n', 'no\n', 'no'],
  ['ye', 'yes\n', 'yes'],
  ['', 'yes\n', 'yes'],
])('%j typed ahead and %j behind the question', async (early, late, line) => {
  expect(await screenOf(early, late)).toContain(`{"kind":"typed","line":"${line}"}`);
});
