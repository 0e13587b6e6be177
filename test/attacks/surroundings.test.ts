/** Attacks through the surroundings: environment, PATH, files that change under the call, children that will not go. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_POLICY } from '../../src/policy/policy.ts';
import type { RunPorts } from '../../src/run/ports.ts';
import { UNGOVERNED } from '../../src/run/resolve.ts';
import { runStages } from '../../src/run/stages.ts';
import { type Bench, capability, catalogOf, command, finished, openBench, requestOf } from '../run/capabilities.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const pwned = () => existsSync(join(bench.home, 'pwned'));
const state = () => join(bench.home, 'state');
const program = (path: string, word: string) => {
  writeFileSync(path, `#!/bin/sh\ntouch "${join(bench.home, word)}"\n`);
  chmodSync(path, 0o755);
};

describe('the environment', () => {
  it('brings no code into a child', async () => {
    const evil = join(bench.home, 'evil.cjs');
    writeFileSync(evil, `require("fs").writeFileSync(${JSON.stringify(join(bench.home, 'pwned'))}, "")`);
    const hostile = {
      LD_PRELOAD: '/no/such/library.so',
      LD_LIBRARY_PATH: bench.home,
      NODE_OPTIONS: `--require ${evil}`,
      BASH_ENV: evil,
      ENV: evil,
      GIT_SSH_COMMAND: 'touch pwned',
      GIT_EXTERNAL_DIFF: 'touch pwned',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.pager',
      GIT_CONFIG_VALUE_0: 'touch pwned',
      PYTHONSTARTUP: evil,
      PERL5OPT: '-Mevil',
      RUBYOPT: '-revil',
      JAVA_TOOL_OPTIONS: '-javaagent:evil',
      PAGER: 'touch pwned',
      EDITOR: 'touch pwned',
      IFS: 'x',
      PS4: '$(touch pwned)',
      'BASH_FUNC_ls%%': '() { touch pwned; }',
    };
    const at = openBench({ cwd: bench.home, environment: { ...process.env, ...hostile, CAP_STATE_DIR: state() } });
    const script = 'process.stdout.write(JSON.stringify(Object.keys(process.env)))';
    const subject = capability({ handler: command({ argv: ['-e', script], output: { format: 'json' } }) });
    const names = finished(await at.call(subject)).evidence.result as string[];
    at.close();
    expect(names).toContain('PATH');
    expect(names.filter((name) => Object.hasOwn(hostile, name))).toEqual([]);
    expect(pwned()).toBe(false);
  });

  it('puts nothing of the working directory in front of the system’s programs', async () => {
    program(join(bench.home, 'true'), 'pwned');
    for (const front of ['', '.', './', 'bin', '../x']) {
      const environment = { PATH: `${front}:${process.env.PATH}`, CAP_STATE_DIR: state() };
      const at = openBench({ cwd: bench.home, environment });
      expect(finished(await at.call(capability({ handler: command({ executable: 'true' }) }))).status).toBe(
        'succeeded',
      );
      at.close();
    }
    expect(pwned()).toBe(false);
  });
});

describe('between the check and the start', () => {
  /** Does something at the last moment that an attacker has: when the intent was written down. */
  const meanwhile = (act: () => void, at = bench): RunPorts => ({
    ...at.ports,
    audit: {
      record: async (facts) => {
        if (facts.kind === 'intent') act();
        return at.ports.audit.record(facts);
      },
    },
  });
  const run = (subject: ReturnType<typeof capability>, ports: RunPorts, more = {}, governance = UNGOVERNED) =>
    runStages(requestOf(subject, {}, more), catalogOf(subject), ports, ports.newOperationId(), governance);

  const withTool = () => {
    const bin = join(bench.home, 'bin');
    mkdirSync(bin);
    program(join(bin, 'good'), 'fine');
    program(join(bin, 'evil'), 'pwned');
    symlinkSync('good', join(bin, 'tool'));
    const environment = { PATH: `${bin}:${process.env.PATH}`, CAP_STATE_DIR: state() };
    return { bin, at: openBench({ cwd: bench.home, environment }) };
  };

  it.each([
    [
      'a link that is turned elsewhere',
      (bin: string) => {
        rmSync(join(bin, 'tool'));
        symlinkSync('evil', join(bin, 'tool'));
      },
    ],
    ['a file that is written over', (bin: string) => program(join(bin, 'good'), 'pwned')],
    ['a file that is moved over', (bin: string) => renameSync(join(bin, 'evil'), join(bin, 'good'))],
    ['a file that is taken away', (bin: string) => rmSync(join(bin, 'good'))],
  ])('%s is noticed', async (_name, act) => {
    const { bin, at } = withTool();
    const subject = capability({ handler: command({ executable: 'tool' }) });
    const outcome = await run(
      subject,
      meanwhile(() => void act(bin), at),
    );
    at.close();
    expect(outcome).toMatchObject({ kind: 'refusal', reason: 'unavailable', executed: false });
    expect(pwned()).toBe(false);
  });

  it('a directory that becomes a link is noticed', async () => {
    mkdirSync(join(bench.home, 'work'));
    mkdirSync(join(bench.home, 'secret'));
    const act = () => {
      rmSync(join(bench.home, 'work'), { recursive: true });
      symlinkSync('secret', join(bench.home, 'work'));
    };
    const subject = capability({ handler: command({ executable: 'touch', argv: ['here'] }) });
    expect(await run(subject, meanwhile(act), { cwd: 'work' })).toMatchObject({
      reason: 'unavailable',
      executed: false,
    });
    expect(existsSync(join(bench.home, 'secret', 'here'))).toBe(false);
  });

  it('a policy that changes is noticed', async () => {
    let revision = NO_POLICY.revision;
    const act = () => {
      revision = 'another';
    };
    const subject = capability({ handler: command({ executable: 'touch', argv: ['here'] }) });
    const governance = { ...UNGOVERNED, revisionNow: () => revision };
    expect(await run(subject, meanwhile(act), {}, governance)).toMatchObject({ reason: 'denied', executed: false });
    expect(existsSync(join(bench.home, 'here'))).toBe(false);
  });
});

describe('a child that will not go', () => {
  const left = (mark: string) => {
    try {
      return execFileSync('pgrep', ['-f', mark], { encoding: 'utf8' }).trim().split('\n').length;
    } catch {
      return 0;
    }
  };

  it('is gone at its deadline with the forty processes that it has started, each in a session of its own', async () => {
    const mark = `97531.${process.pid}`;
    const script = `
      process.on('SIGTERM', () => {});
      const { spawn } = require('child_process');
      for (let i = 0; i < 40; i++) spawn('sleep', ['${mark}'], { detached: true, stdio: 'inherit' });
      setInterval(() => {}, 1000);`;
    const subject = capability({ timeoutMs: 2_500, handler: command({ argv: ['-e', script] }) });
    const outcome = finished(await bench.call(subject));
    expect(outcome.status).toBe('timed_out');
    expect(left(`sleep ${mark}`)).toBe(0);
  });
});
