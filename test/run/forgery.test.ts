/**
 * No stage can be reached without the one before it: whoever writes its value by hand, or alters one, does not compile.
 * `tsc` reads this file; each `@ts-expect-error` is an error of its own once the line below it compiles.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ValidArguments } from '../../src/run/arguments.ts';
import { validateArguments } from '../../src/run/arguments.ts';
import { carryOut } from '../../src/run/carry-out.ts';
import { type Allowed, confirm } from '../../src/run/confirm/confirm.ts';
import { type Decision, decide } from '../../src/run/decide.ts';
import { execute } from '../../src/run/execute.ts';
import { type Frozen, freeze } from '../../src/run/freeze.ts';
import type { RunPorts } from '../../src/run/ports.ts';
import { observe } from '../../src/run/preview.ts';
import type { Resolved } from '../../src/run/resolve.ts';
import { ROOT, sourceFiles } from '../house/source-file.ts';

type Going = Exclude<Decision, { kind: 'denied' }>;

/** Never called: what stands in it is only for the compiler. */
async function forgeries(
  resolved: Resolved,
  valid: ValidArguments,
  frozen: Frozen,
  other: Frozen,
  decision: Going,
  allowed: Allowed,
  ports: RunPorts,
): Promise<void> {
  // @ts-expect-error an allowed call by hand
  await execute({ kind: 'allowed_call', frozen, rule: 'x', confirmedBy: 'nobody' }, ports);
  // @ts-expect-error an allowed call by hand, through the stage around it
  await carryOut({ kind: 'allowed_call', frozen, rule: 'x', confirmedBy: 'nobody' }, ports);
  // @ts-expect-error the yes for one call with another one in it
  await execute({ ...allowed, frozen: other }, ports);
  // @ts-expect-error no earlier stage is a later one
  await execute(decision, ports);

  // @ts-expect-error a decision by hand
  await confirm({ kind: 'allowed', frozen, rule: 'x' }, undefined, ports);
  // @ts-expect-error the decision of another call
  await confirm({ ...decision, frozen: other }, undefined, ports);
  // @ts-expect-error a decision that waits, said to be allowed
  await confirm({ ...decision, kind: 'allowed' }, undefined, ports);
  // @ts-expect-error a decision takes no call beside its own
  await confirm(other, decision, undefined, ports);

  // @ts-expect-error another argv under the old hash
  decide({ ...frozen, argv: ['-rf'] });
  // @ts-expect-error the same on the way into the preview
  await observe({ ...frozen, argv: ['-rf'] }, ports);
  // @ts-expect-error what is frozen cannot be assigned to
  frozen.argv = [];
  // @ts-expect-error nor what it holds
  frozen.argv[0] = '-rf';
  // @ts-expect-error nor deeper
  frozen.arguments.path = '/';
  // @ts-expect-error nor what the child is given
  frozen.environment.PATH = '/tmp';
  // @ts-expect-error nor may the call of a yes be exchanged
  allowed.frozen = other;

  // @ts-expect-error the checked arguments of one call with those of another
  await freeze({ ...valid, values: {} }, ports, 'operation');
  // @ts-expect-error arguments that nobody checked
  await freeze({ kind: 'valid_arguments', resolved, values: {} }, ports, 'operation');
  // @ts-expect-error another capability than the one that was looked up
  validateArguments({ ...resolved, capability: frozen.capability }, ports.bounded);
}

void forgeries;

/** Each stage, and the one file that makes its values. */
const MAKERS: Readonly<Record<string, string>> = {
  Resolved: 'src/run/resolve.ts',
  ValidArguments: 'src/run/arguments.ts',
  Frozen: 'src/run/freeze.ts',
  Decision: 'src/run/decide.ts',
  Allowed: 'src/run/confirm/confirm.ts',
};

const PATHS = sourceFiles('src', 'test', 'scripts').map(({ path }) => path);

describe('a value of a stage', () => {
  it.each(Object.entries(MAKERS))('%s is asserted nowhere but in %s', (stage, maker) => {
    const assertion = new RegExp(`\\bas (unknown as )?${stage}\\b`);
    const where = PATHS.filter((path) => assertion.test(readFileSync(join(ROOT, path), 'utf8')));
    expect(where).toEqual([maker]);
  });
});
