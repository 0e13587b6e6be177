/** A program that is a script is started through others: a yes is for these very ones, and they are looked at again. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runStages } from '../../src/run/stages.ts';
import { type Bench, capability, catalogOf, command, openBench, requestOf, waiting } from './capabilities.ts';

let home = '';
let bench: Bench;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cap-interpreters-')));
  for (const name of ['early', 'bin']) mkdirSync(join(home, name));
  const PATH = [join(home, 'early'), join(home, 'bin'), '/usr/bin', '/bin'].join(delimiter);
  bench = openBench({ environment: { PATH, CAP_STATE_DIR: join(home, 'state') } });
});
afterEach(() => {
  bench.close();
  rmSync(home, { recursive: true, force: true });
});

const at = (...names: string[]) => join(home, ...names);
function put(name: string, text: string): void {
  writeFileSync(at(name), text);
  chmodSync(at(name), 0o755);
}
const subject = () =>
  capability({
    sideEffect: 'W-local',
    effect: 'write',
    confirmation: 'caller',
    handler: command({ executable: 'tool' }),
  });
async function token(): Promise<string> {
  return waiting(await bench.call(subject())).token;
}
async function programs(): Promise<readonly string[] | string> {
  const outcome = await bench.call(subject(), {}, { dry_run: true });
  if (outcome.kind !== 'dry_run') return outcome.kind === 'refusal' ? outcome.message : outcome.kind;
  return outcome.frozen.programs.map(({ executable }) => executable.path.replace(home, '~'));
}

describe('what a script is started through', () => {
  it.each<[string, string, { readonly [name: string]: string }, readonly string[]]>([
    ['a path', '#!/bin/sh', {}, ['/bin/sh']],
    ['a path and an option', '#! /bin/sh -e', {}, ['/bin/sh']],
    ['a name', '#!/usr/bin/env inner', { inner: '#!/bin/sh' }, ['/usr/bin/env', '~/bin/inner', '/bin/sh']],
    ['a split line', '#!/usr/bin/env -S A=1 inner -x', { inner: '' }, ['/usr/bin/env', '~/bin/inner']],
    ['no line', 'echo', {}, []],
  ])('is known where it is %s', async (_name, line, others, wanted) => {
    put('bin/tool', `${line}\n`);
    for (const [name, text] of Object.entries(others)) put(`bin/${name}`, `${text}\n`);
    expect(await programs()).toEqual(wanted);
  });

  it.each([
    ['a path that is not whole', '#!sh'],
    ['nothing', '#!'],
    ['a program that is not there', '#!/usr/bin/env no-such-program'],
    ['a file that is not there', '#!/no/such/file'],
    ['one in another search path', '#!/usr/bin/env -S PATH=/tmp inner'],
    ['one in another directory', '#!/usr/bin/env -S -C /tmp ./inner'],
    ['one below the directory of the call', '#!/usr/bin/env ./inner'],
  ])('has to be known: not %s', async (_name, line) => {
    put('bin/tool', `${line}\n`);
    expect(await programs()).toMatch(/tool is started through .*Nothing was executed/);
  });

  it('has an end', async () => {
    put('bin/tool', `#!${at('bin/tool')}\n`);
    expect(await programs()).toContain('more than 4 interpreters');
  });
});

/** Says who started it. */
const SAYS = (who: string) => `#!/bin/sh\necho ${who} >> "\${0%/*}/../done"\n`;

it.each<[string, () => void]>([
  ['is another file', () => put('bin/inner', SAYS('other'))],
  ['is found earlier', () => put('early/inner', SAYS('other'))],
  ['is itself started through another', () => put('bin/inner', `#!${at('bin/shell')}\n`)],
])('a yes is for no other interpreter: one that %s', async (_name, swap) => {
  put('bin/tool', '#!/usr/bin/env inner\n');
  put('bin/inner', SAYS('inner'));
  copyFileSync('/bin/sh', at('bin/shell'));
  const given = await token();
  swap();
  const refused = await bench.call(subject(), {}, { confirmation_token: given });
  expect(refused).toMatchObject({ kind: 'refusal', reason: 'denied', received: expect.stringContaining('executable') });
  expect(existsSync(at('done'))).toBe(false);
});

it('one that is put there after the last check of the yes is not started', async () => {
  put('bin/tool', '#!/usr/bin/env inner\n');
  put('bin/inner', SAYS('inner'));
  const call = async (given: string, act: () => void) => {
    const execute: typeof bench.ports.execute = (execution) => {
      act();
      return bench.ports.execute(execution);
    };
    const request = requestOf(subject(), {}, { confirmation_token: given });
    const ports = { ...bench.ports, execute };
    return runStages(request, catalogOf(subject()), ports, ports.newOperationId());
  };
  const swapped = await call(await token(), () => put('early/inner', SAYS('other')));
  expect(swapped).toMatchObject({ kind: 'refusal', message: expect.stringContaining('bin/inner is not what it was') });
  rmSync(at('early/inner'));
  expect(await call(await token(), () => {})).toMatchObject({ kind: 'finished', status: 'succeeded' });
  expect(readFileSync(at('done'), 'utf8')).toBe('inner\n');
});
