/** Where an action works is declared as its tool is written: what reads the Linux kernel's files is for Linux alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { defaultCapabilities } from './default-catalog.ts';

/** They look there for a detail more and go without where there is nothing. */
const ELSEWHERE_TOO: readonly string[] = ['network_ip_show', 'network_proxy_show'];

/** Programs that every system has in the same form; any other belongs into a tool that knows the differences. */
const ALIKE: readonly string[] = ['git', 'docker', 'npm'];

const actions = defaultCapabilities().filter(({ type }) => type === 'action');

it('what needs /proc or /sys says that it is for Linux', () => {
  const table = readFileSync(join(ROOT, 'src/toolbox/tools.ts'), 'utf8');
  let seen = 0;
  for (const { id, handler, os } of actions) {
    if (handler?.kind !== 'builtin') continue;
    const file = new RegExp(`\\b${handler.tool}: .*import\\('\\./([\\w/-]+\\.ts)'\\)`).exec(table)?.[1] ?? '';
    const source = readFileSync(join(ROOT, 'src/toolbox', file), 'utf8');
    if (!/\/(?:proc|sys)\//.test(source) || ELSEWHERE_TOO.includes(handler.tool)) continue;
    seen += 1;
    expect([id, os]).toEqual([id, ['linux']]);
  }
  expect(seen).toBeGreaterThan(15);
});

it('a bare command is one that is the same everywhere', () => {
  const commands = actions.flatMap(({ handler }) => (handler?.kind === 'command' ? [handler.executable] : []));
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter((name) => !ALIKE.includes(name))).toEqual([]);
});

it('what is only tested against a stand-in says so', () => {
  const absent = ['docker', 'conda', 'systemctl', 'journalctl', 'crontab'];
  const standIns = actions.filter(
    ({ id, executables }) =>
      id.startsWith('maintenance.codex.') || executables.some(({ name }) => absent.includes(name)),
  );
  expect(standIns.length).toBeGreaterThan(20);
  const silent = standIns.filter(
    ({ description: { zh = '', en = '' } }) => !/stand-in|real format|the form of/.test(en) || !/测试|核对/.test(zh),
  );
  expect(silent.map(({ id }) => id)).toEqual([]);
});
