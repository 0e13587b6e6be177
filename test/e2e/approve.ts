/** A person's yes: `cap approve` at a terminal of its own (script(1) gives one), where what the question wants is typed. */
import { spawn } from 'node:child_process';
import { EXECUTABLE } from '../../scripts/build/root.ts';

type Surroundings = { readonly cwd: string; readonly env: { readonly [name: string]: string } };

/** Approves the call that this token is for. Throws with what stood on the screen when it was not taken. */
export async function approveAtTerminal(token: string, { cwd, env }: Surroundings): Promise<void> {
  const command = `stty -echo; exec '${EXECUTABLE}' approve ${token}`;
  // The PATH of a test may lack script(1) and stty(1), which are none of its business.
  const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
    cwd,
    env: { ...env, SHELL: '/bin/sh', TERM: 'dumb', PATH: `/usr/bin:/bin:${env.PATH ?? ''}` },
    stdio: 'pipe',
  });
  let said = '';
  let answered = false;
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
    const wanted = /Type ("(?:[^"\\]|\\.)*") to approve/.exec(said)?.[1];
    if (answered || wanted === undefined) return;
    answered = true;
    child.stdin.write(`${JSON.parse(wanted)}\n`);
  });
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (!said.includes('"approved": true')) throw new Error(`not approved: ${said}`);
}
