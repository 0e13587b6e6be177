/**
 * Runs a capability through the real pipeline and holds its result to the output schema of its own manifest; and places
 * executables of a test in front of the PATH for machines (or daemons) that lack the real ones.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/capability/capability.ts';
import { loadCapability } from './default-catalog.ts';
import { type Ran, runCapability } from './run-capability.ts';

export type Where = {
  readonly cwd?: string;
  readonly environment?: { readonly [name: string]: string | undefined };
};

/** Runs and expects success. */
// biome-ignore lint/suspicious/noExplicitAny: each test states by its assertions what the result must look like.
export async function runChecked(id: string, args: JsonObject, where: Where = {}): Promise<any> {
  const ran = await runCapability(id, args, { cwd: tmpdir(), ...where });
  expect(ran.status, `${id}: ${ran.message} ${failureText(ran)}`).toBe('succeeded');
  const { outputSchema } = loadCapability(id);
  if (outputSchema !== undefined) {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    const valid = ajv.validate(outputSchema, ran.result);
    expect(valid, `${id}: ${ajv.errorsText(ajv.errors)}`).toBe(true);
    expect(Object.keys(ran.result).sort(), `${id}: fields of the result`).toEqual(
      expect.arrayContaining([...((outputSchema.required ?? []) as string[])]),
    );
    const described = Object.keys((outputSchema.properties ?? {}) as JsonObject);
    expect(
      Object.keys(ran.result).filter((key) => !described.includes(key)),
      `${id}: fields without a description`,
    ).toEqual([]);
  }
  return ran.result;
}

/** Runs, expects that the tool refused, and returns its words: `reason: message`. */
export async function runRefused(id: string, args: JsonObject, where: Where = {}): Promise<string> {
  const ran = await runCapability(id, args, { cwd: tmpdir(), ...where });
  expect(ran.status, JSON.stringify(ran.result)).not.toBe('succeeded');
  return `${failureText(ran)} ${JSON.stringify(ran.outcome)}`;
}

function failureText(ran: Ran): string {
  return ran.evidence === undefined ? '' : JSON.stringify(ran.evidence).slice(0, 3000);
}

/** Writes a small shell script under the name of an executable; returns an environment in which it is found first. */
export function standIn(
  directory: string,
  scripts: { readonly [name: string]: string },
): { readonly [name: string]: string | undefined } {
  const bin = join(directory, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
}
