/**
 * Follows a guide as an agent would: step by step through `cap run` of the built executable, each step a capability that
 * the guide names, in the order in which it names them. What the guide leaves to a terminal the test does itself.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { EXECUTABLE } from '../../../scripts/build/root.ts';
import type { JsonObject } from '../../../src/capability/capability.ts';
import { approveAtTerminal } from '../../e2e/approve.ts';
import { loadCapability } from '../default-catalog.ts';
import { noteExecuted } from '../executions.ts';

/** A guide is a dozen processes one after the other, each of which has to wait where others work as well. */
vi.setConfig({ testTimeout: 180_000 });

export type Surroundings = {
  readonly cwd: string;
  /** HOME and PATH and whatever else the steps need; results and journal go below HOME. */
  readonly environment: { readonly [name: string]: string };
};

// biome-ignore lint/suspicious/noExplicitAny: each test states by its assertions what the answer must look like.
type Answer = any;

export type Guide = {
  /** One step: must be named by the guide behind the step before, and must succeed. Gives the result. */
  step(id: string, args?: JsonObject, cwd?: string): Promise<Answer>;
  /** The same for a step that is meant to fail; gives its message. */
  failing(id: string, args?: JsonObject, cwd?: string): Promise<string>;
  /** Goes back to a heading of the English text, as the guide tells in a decision. */
  goTo(heading: string): void;
};

/** Parts without which a guide leads nowhere. */
const PARTS = {
  zh: [/^## .*怎样算成功/m, /^## 何时停下/m],
  en: [/^## .*[Hh]ow to tell/m, /^## When to stop/m],
} as const;

export function followGuide(id: string, { cwd, environment }: Surroundings): Guide {
  const { body } = loadCapability(id);
  const [zh = '', en = ''] = [body?.zh, body?.en];
  expect(idsOf(zh), `${id} names the same capabilities in both languages`).toEqual(idsOf(en));
  for (const part of PARTS.zh) expect(zh).toMatch(part);
  for (const part of PARTS.en) expect(en).toMatch(part);
  let at = 0;
  const go = async (step: string, args: JsonObject, where: string): Promise<Answer> => {
    const found = en.indexOf(`{cap:${step}}`, at);
    expect(found, `${id} names ${step} in this order`).toBeGreaterThanOrEqual(0);
    at = found;
    return await runConfirmed(step, args, { cwd: where, environment });
  };
  return {
    step: async (step, args = {}, where = cwd) => {
      const answer = await go(step, args, where);
      expect(answer.status, `${step}: ${JSON.stringify(answer.errors ?? answer.error)}`).toBe('succeeded');
      return answer.evidence.result;
    },
    failing: async (step, args = {}, where = cwd) => {
      const answer = await go(step, args, where);
      expect(answer.status).not.toBe('succeeded');
      return JSON.stringify(answer.errors ?? answer.error);
    },
    goTo: (heading) => {
      at = en.indexOf(heading);
      expect(at, `${id} has a part ${heading}`).toBeGreaterThanOrEqual(0);
    },
  };
}

/** The capabilities of a text, each once, in any order: languages may put a sentence the other way round. */
function idsOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{cap:([a-z0-9_.]+)\}/g)].map(([, name = '']) => name))].sort();
}

/** Runs a capability; says yes as the caller, or as a human at a terminal, where that is asked for. */
export async function runConfirmed(id: string, args: JsonObject, where: Surroundings): Promise<Answer> {
  const argv = ['run', id, '--json', '--args-json', JSON.stringify(args)];
  let answer = await cap(argv, where);
  const { confirmation } = answer;
  if (answer.status === 'confirmation_required') {
    const token = confirmation.confirmation_token;
    const { cwd, environment } = where;
    if (confirmation.approver === 'human') await approveAtTerminal(token, { cwd, env: stateOf(environment) });
    answer = await cap([...argv, '--confirmation-token', token], where);
  }
  if (answer.status === 'succeeded') noteExecuted(id);
  return answer;
}

async function cap(argv: readonly string[], { cwd, environment }: Surroundings): Promise<Answer> {
  const { stdout } = await ended(spawn(EXECUTABLE, argv, { cwd, env: stateOf(environment), stdio: 'pipe' }));
  return JSON.parse(stdout);
}

function stateOf(environment: { readonly [name: string]: string }): { readonly [name: string]: string } {
  return { ...environment, CAP_STATE_DIR: join(environment.HOME ?? '', '.cap state') };
}

async function ended(child: ReturnType<typeof spawn>): Promise<{ stdout: string }> {
  const out: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  return { stdout: Buffer.concat(out).toString('utf8') };
}
