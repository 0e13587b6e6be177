/**
 * Each capability of system.cron. A stand-in keeps the protocol of Debian's crontab (list, replace from stdin, "no crontab
 * for"), with which the tools were tried by hand, cron 3.0pl1: a test must not touch the jobs of whoever runs it.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { parseLine, whatIsWrong } from '../../src/toolbox/cron/crontab.ts';
import { addLines } from '../../src/toolbox/cron/list.ts';
import { runChecked, runRefused, standIn } from './run-checked.ts';

const directory = mkdtempSync(join(tmpdir(), 'cap cron-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const CRONTAB = `
case "$1" in
  -l) if [ -f '${directory}/crontab' ]; then cat '${directory}/crontab'; else echo 'no crontab for me' >&2; exit 1; fi ;;
  -) cat > '${directory}/crontab' ;;
  *) exit 2 ;;
esac`;

const where = { environment: standIn(directory, { crontab: CRONTAB }) };
const crontab = (): string => readFileSync(join(directory, 'crontab'), 'utf8');

beforeEach(() => rmSync(join(directory, 'crontab'), { force: true }));

describe('system.cron', () => {
  it('adds a job once, lists it, and removes exactly it', async () => {
    expect(await runChecked('system.cron.list', {}, where)).toEqual({
      jobs: [],
      variables: [],
      total: 0,
      unreadable: [],
    });
    writeFileSync(
      join(directory, 'crontab'),
      'MAILTO="me@example.com"\n# by hand\n5 4 * * sun /bin/old\n#0 0 * * * /bin/paused',
    );
    const job = { schedule: '30  2 * * 1-5', command: '/home/me/my backup.sh -x "备份 100%"' };
    const added = await runChecked('system.cron.add', { ...job, comment: 'nightly 备份' }, where);
    expect(added).toEqual({ added: true, entry: '30 2 * * 1-5 /home/me/my backup.sh -x "备份 100\\%"', jobs: 2 });
    expect(await runChecked('system.cron.add', job, where)).toMatchObject({ added: false, jobs: 2 });

    const list = await runChecked('system.cron.list', {}, where);
    expect(list.jobs.map((one: { schedule: string; paused: boolean }) => [one.schedule, one.paused])).toEqual([
      ['5 4 * * sun', false],
      ['0 0 * * *', true],
      ['30 2 * * 1-5', false],
    ]);
    expect(list.variables).toEqual([{ name: 'MAILTO', value: 'me@example.com', source: 'user' }]);

    const removed = await runChecked('system.cron.remove', { entry: list.jobs[2].entry, comment_above: true }, where);
    expect(removed).toEqual({ removed: ['# nightly 备份', added.entry], jobs: 1 });
    expect(crontab()).toBe('MAILTO="me@example.com"\n# by hand\n5 4 * * sun /bin/old\n#0 0 * * * /bin/paused\n');
  });

  it('refuses what cron would refuse or misunderstand, and leaves the crontab as it is', async () => {
    for (const args of [
      { schedule: '61 2 * * *', command: 'x' },
      { schedule: '* * *', command: 'x' },
      { schedule: '@often', command: 'x' },
      { schedule: '0 0 * * *', command: 'x\n* * * * * evil' },
    ]) {
      await runRefused('system.cron.add', args, where);
    }
    expect(existsSync(join(directory, 'crontab'))).toBe(false);
    writeFileSync(join(directory, 'crontab'), '# note\nA=1\n0 0 * * * x\n');
    expect(await runRefused('system.cron.remove', { entry: '0 0 * * * y' }, where)).toContain(
      'reads exactly like this',
    );
    expect(await runRefused('system.cron.remove', { entry: '# note' }, where)).toContain('not the line of a job');
    expect(crontab()).toBe('# note\nA=1\n0 0 * * * x\n');
  });

  it('reads system files with their users', () => {
    const into = { jobs: [], variables: [] };
    addLines(
      [
        'SHELL=/bin/sh',
        '17 *\t* * *\troot\tcd / && run-parts --report /etc/cron.hourly',
        '@daily me x',
        '* * * * * alone',
      ],
      '/etc/crontab',
      into,
    );
    expect(into.jobs).toMatchObject([
      { schedule: '17 *\t* * *', run_as: 'root', command: 'cd / && run-parts --report /etc/cron.hourly', line: 2 },
      { schedule: '@daily', run_as: 'me', command: 'x', line: 3 },
    ]);
    expect(into.variables).toMatchObject([{ name: 'SHELL', value: '/bin/sh', source: '/etc/crontab' }]);
  });

  it('lists the system files of this machine', async () => {
    const system = await runChecked('system.cron.list', { scope: 'system' }, where);
    for (const job of system.jobs) expect(readFileSync(job.source, 'utf8')).toContain(job.entry);
  });

  it.each(['* * * * *', '*/5 0-23/2 1,15 jan-DEC mon-fri', '0 0 31 12 7', '@reboot', '@daily'])(
    'takes %j',
    (schedule) => {
      expect(whatIsWrong(schedule)).toBeUndefined();
    },
  );

  it.each([
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '*/0 * * * *',
    '5-1 * * * *',
    '1,,2 * * * *',
    '@never',
    'a b c d e',
    '* * * * * *',
  ])('refuses %j', (schedule) => expect(whatIsWrong(schedule)).toEqual(expect.any(String)));

  it('does not take prose for a paused job', () => {
    expect(parseLine('# run it at 5 in the morning', false)).toEqual({ kind: 'other' });
    expect(parseLine('', false)).toEqual({ kind: 'other' });
    expect(parseLine(" 'odd name' = 'v' ", false)).toEqual({ kind: 'variable', name: 'odd name', value: 'v' });
  });
});
