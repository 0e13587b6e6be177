/** A person's yes: `cap approve` at a terminal of its own, where what the question wants is typed. */
import { capAtTerminal } from './pty.ts';

type Surroundings = { readonly cwd: string; readonly env: { readonly [name: string]: string } };

/** Approves the call that this token is for. Throws with what stood on the screen when it was not taken. */
export async function approveAtTerminal(token: string, { cwd, env }: Surroundings): Promise<void> {
  const answer = (question: string) => JSON.parse(/Type ("(?:[^"\\]|\\.)*") to approve/.exec(question)?.[1] ?? '""');
  const { screen } = await capAtTerminal(['approve', token, '--no-color'], { cwd, env, answer });
  if (!/^approved /m.test(screen)) throw new Error(`not approved: ${screen}`);
}
