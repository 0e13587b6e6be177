/**
 * Each capability of system.service. Few machines that run tests have a service manager, so stand-ins answer in its
 * place. What "systemctl show" prints is written here after its documented format, not recorded from a running manager;
 * the first journal entry is one that journald 252 kept and journalctl gave out, the others vary it as the documentation
 * of the JSON format says.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { parseJournal } from '../../src/toolbox/service/logs.ts';
import { runChecked, runRefused, standIn } from './run-checked.ts';

const directory = mkdtempSync(join(tmpdir(), 'cap service-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const NGINX = `Id=nginx.service
Description=A high performance web server and a reverse proxy server
LoadState=loaded
ActiveState=active
SubState=running
UnitFileState=enabled
MainPID=812
StateChangeTimestamp=Mon 2026-11-30 06:12:01 UTC
MemoryCurrent=9330688
TasksCurrent=3
NRestarts=0
Result=success
ExecMainCode=0
ExecMainStatus=0
FragmentPath=/lib/systemd/system/nginx.service
ExecStart={ path=/usr/sbin/nginx ; argv[]=/usr/sbin/nginx -g daemon on; master_process on; ; ignore_errors=no ; start_time=[n/a] ; stop_time=[n/a] ; pid=0 ; code=(null) ; status=0/0 }`;
const FAILED = `Id=backup.service
Description=Nightly backup
LoadState=loaded
ActiveState=failed
SubState=failed
UnitFileState=static
MainPID=0
StateChangeTimestamp=Mon 2026-11-30 02:30:07 UTC
MemoryCurrent=[not set]
TasksCurrent=[not set]
NRestarts=2
Result=exit-code
ExecMainCode=1
ExecMainStatus=3
FragmentPath=/etc/systemd/system/backup.service
ExecStart={ path=/opt/backup ; argv[]=/opt/backup --all ; ignore_errors=no ; start_time=[n/a] ; stop_time=[n/a] ; pid=0 ; code=(null) ; status=0/0 }`;
const MISSING =
  'Id=ghost.service\nDescription=ghost.service\nLoadState=not-found\nActiveState=inactive\nSubState=dead\nMainPID=0';

/** What both say of themselves, noted in no list of calls. */
const VERSION = `[ "$*" = --version ] && { echo 'systemd 252 (252.22-1~deb12u1)'; exit 0; }`;

/** Answers by its last argument; a change of nginx is remembered in a file, as its main pid would change. */
const SYSTEMCTL = `
${VERSION}
printf '%s\\n' "$*" >> '${directory}/calls'
for last; do :; done
case "$*" in
  *list-unit-files*) printf 'nginx.service enabled enabled\\nbackup.service static -\\nssh.service disabled enabled\\ngetty@.service enabled enabled\\nsyslog.service alias -\\n' ;;
  *" show "*'*.service') cat '${directory}/all' ;;
  *" show "*) if [ -f "${directory}/$last" ]; then cat "${directory}/$last"; else sed "s/ghost/\${last%.service}/" '${directory}/ghost.service'; fi ;;
  *" stop -- backup.service") echo 'Failed to stop backup.service: Interactive authentication required.' >&2; exit 1 ;;
  *" stop "*) sed -i 's/^ActiveState=.*/ActiveState=inactive/; s/^SubState=.*/SubState=dead/; s/^MainPID=.*/MainPID=0/' "${directory}/$last" ;;
  *restart*) sed -i 's/^MainPID=.*/MainPID=4004/' "${directory}/$last" ;;
esac`;

const JOURNAL = [
  '{"PRIORITY":"4","__CURSOR":"s=f;i=3","_PID":"17066","__REALTIME_TIMESTAMP":"1796024845121627","MESSAGE":"hello ünï 备份","__MONOTONIC_TIMESTAMP":"6850679419","SYSLOG_IDENTIFIER":"nginx"}',
  '{"__CURSOR":"s=f;i=4","SYSLOG_IDENTIFIER":"nginx","PRIORITY":"6","__REALTIME_TIMESTAMP":"1796024845121819","MESSAGE":[104,195,188,27],"_PID":"17068"}',
  '{"__CURSOR":"s=f;i=5","__REALTIME_TIMESTAMP":"1796024845121999","MESSAGE":["first","second"]}',
].join('\n');
const JOURNALCTL = `
${VERSION}
printf '%s\\n' "$*" >> '${directory}/calls'
case "$*" in
  *since=nonsense*) echo 'Failed to parse timestamp: nonsense' >&2; exit 1 ;;
  *unit=quiet*) echo 'Hint: You are currently not seeing messages from other users and the system.' >&2 ;;
  *) cat '${directory}/journal' ;;
esac`;

const environment = standIn(directory, { systemctl: SYSTEMCTL, journalctl: JOURNALCTL });
const where = { environment };
const calls = (): string => readFileSync(join(directory, 'calls'), 'utf8');

beforeEach(() => {
  writeFileSync(join(directory, 'nginx.service'), NGINX);
  writeFileSync(join(directory, 'backup.service'), FAILED);
  writeFileSync(join(directory, 'ghost.service'), MISSING);
  writeFileSync(join(directory, 'all'), [NGINX, MISSING, FAILED].join('\n\n'));
  writeFileSync(join(directory, 'journal'), `${JOURNAL}\n`);
  writeFileSync(join(directory, 'calls'), '');
});

describe('system.service.list', () => {
  it('joins what is loaded with what is only installed, without templates, aliases and ghosts', async () => {
    const { services } = await runChecked('system.service.list', {}, where);
    expect(services.map((one: { name: string }) => one.name)).toEqual([
      'backup.service',
      'nginx.service',
      'ssh.service',
    ]);
    expect(services[1]).toEqual({
      name: 'nginx.service',
      description: 'A high performance web server and a reverse proxy server',
      active: 'active',
      state: 'running',
      starts_at_boot: 'enabled',
      main_pid: 812,
    });
    expect(services[2]).toMatchObject({ active: 'inactive', starts_at_boot: 'disabled', main_pid: null });
  });

  it('chooses by state and by text', async () => {
    const names = async (args: object) =>
      (await runChecked('system.service.list', { ...args }, where)).services.map((one: { name: string }) => one.name);
    expect(await names({ state: 'failed' })).toEqual(['backup.service']);
    expect(await names({ state: 'running' })).toEqual(['nginx.service']);
    expect(await names({ state: 'stopped' })).toEqual(['ssh.service']);
    expect(await names({ name: 'WEB server' })).toEqual(['nginx.service']);
    expect(await names({ name: 'no such thing' })).toEqual([]);
    expect(await runChecked('system.service.list', { limit: 1, scope: 'user' }, where)).toMatchObject({
      total: 3,
      truncated: true,
    });
    expect(calls()).toContain('--user show');
  });
});

describe('system.service.status', () => {
  it('reads a running service', async () => {
    expect(await runChecked('system.service.status', { name: 'nginx' }, where)).toEqual({
      name: 'nginx.service',
      description: 'A high performance web server and a reverse proxy server',
      loaded: 'loaded',
      active: 'active',
      state: 'running',
      starts_at_boot: 'enabled',
      main_pid: 812,
      since: '2026-11-30T06:12:01Z',
      memory_bytes: 9_330_688,
      tasks: 3,
      restarts: 0,
      result: 'success',
      exit_code: null,
      exit_signal: null,
      unit_file: '/lib/systemd/system/nginx.service',
      command: '/usr/sbin/nginx -g daemon on; master_process on;',
    });
  });

  it('reads why a service failed', async () => {
    expect(await runChecked('system.service.status', { name: 'backup.service' }, where)).toMatchObject({
      active: 'failed',
      result: 'exit-code',
      exit_code: 3,
      restarts: 2,
      main_pid: null,
      memory_bytes: null,
    });
  });

  it('refuses a name that does not exist, and one that is a pattern or an option before anything is called', async () => {
    expect(await runRefused('system.service.status', { name: 'nothing' }, where)).toContain('not_found');
    writeFileSync(join(directory, 'calls'), '');
    expect(await runRefused('system.service.status', { name: '*' }, where)).toContain('name');
    expect(await runRefused('system.service.status', { name: '--root=/x' }, where)).toContain('name');
    expect(calls()).toBe('');
  });

  it('says so where no manager runs', async () => {
    const none = standIn(join(directory, 'none'), {
      systemctl: `echo "System has not been booted with systemd as init system (PID 1). Can't operate." >&2; exit 1`,
    });
    expect(await runRefused('system.service.status', { name: 'nginx' }, { environment: none })).toContain(
      'not_installed',
    );
  });
});

describe('system.service.restart and system.service.stop', () => {
  it('restart, or reload where it can, and tell the state before and after', async () => {
    const result = await runChecked('system.service.restart', { name: 'nginx' }, where);
    expect(result).toMatchObject({ before: { main_pid: 812 }, after: { main_pid: 4004 }, changed: true });
    expect(calls()).toMatch(/--no-ask-password --system restart -- nginx\.service/);
    await runChecked('system.service.restart', { name: 'nginx', reload: true, scope: 'user' }, where);
    expect(calls()).toContain('--user reload-or-restart -- nginx.service');
  });

  it('stop, and a second time nothing changes', async () => {
    const stopped = await runChecked('system.service.stop', { name: 'nginx' }, where);
    expect(stopped).toMatchObject({ after: { active: 'inactive', main_pid: null }, changed: true });
    expect(await runChecked('system.service.stop', { name: 'nginx' }, where)).toMatchObject({ changed: false });
    expect(await runChecked('system.service.status', { name: 'nginx' }, where)).toMatchObject({ active: 'inactive' });
  });

  it('say when rights are missing or there is no such service', async () => {
    expect(await runRefused('system.service.stop', { name: 'backup' }, where)).toContain('permission_denied');
    expect(await runRefused('system.service.restart', { name: 'nothing' }, where)).toContain('not_found');
    expect(calls()).not.toContain('restart -- nothing');
  });
});

describe('system.service.logs', () => {
  it('reads entries with text, bytes and repeated fields', async () => {
    const log = await runChecked('system.service.logs', { name: 'nginx' }, where);
    expect(log).toMatchObject({ unit: 'nginx.service', total: 3, truncated: false, complete: true });
    expect(log.entries[0]).toEqual({
      time: '2026-11-30T07:47:25.121627Z',
      priority: 'warning',
      pid: 17_066,
      identifier: 'nginx',
      message: 'hello ünï 备份',
    });
    expect(log.entries[2]).toMatchObject({ priority: null, pid: null, identifier: null, message: 'second' });
  });

  it('keeps the newest, filters by text, and hands the rest on as options', async () => {
    expect(await runChecked('system.service.logs', { name: 'nginx', lines: 2 }, where)).toMatchObject({
      total: 2,
      truncated: true,
    });
    expect((await runChecked('system.service.logs', { name: 'nginx', contains: 'ÜNÏ' }, where)).entries).toHaveLength(
      1,
    );
    await runChecked(
      'system.service.logs',
      { name: 'nginx', since: '1 hour ago', until: 'today', priority: 'err', this_boot: true, scope: 'user' },
      where,
    );
    expect(calls()).toMatch(/--user-unit=nginx\.service .*--priority=err --since=1 hour ago --until=today --boot/);
  });

  it('says what it could not see, and refuses a time that is none', async () => {
    expect(await runChecked('system.service.logs', { name: 'quiet' }, where)).toMatchObject({
      entries: [],
      complete: false,
    });
    expect(await runRefused('system.service.logs', { name: 'nginx', since: 'nonsense' }, where)).toContain(
      'invalid_arguments',
    );
    expect(parseJournal('\n')).toEqual([]);
  });
});
