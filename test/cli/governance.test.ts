/** What governs a run, on a terminal: words and tables, no line wider than the screen, nothing foreign that moves a cursor. */
import { describe, expect, it } from 'vitest';
import { renderAudit } from '../../src/cli/render/governance.ts';
import type { AuditReport } from '../../src/contract/audit-report.v1.ts';
import { NO_POLICY } from '../../src/policy/policy.ts';
import { openCatalog, worldOf } from '../verbs/world.ts';
import { commandLine, TERMINAL } from './command-line.ts';

const ESCAPE = '\u001b';
const shown = async (argv: readonly string[], more = {}) => {
  const { exit, out, err } = await commandLine(argv, { terminal: TERMINAL, ...more });
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(argv.includes('wide') ? 1000 : 110);
  expect(out).not.toContain(ESCAPE);
  expect(out).not.toMatch(/^\{/);
  return { exit, out, err };
};

describe('on a terminal', () => {
  it('policy check says which files hold and what is wrong', async () => {
    expect((await shown(['policy', 'check'])).out).toBe('No policy file holds here.\nusable: 0 rules, mode ask\n');
    const problems = [{ file: `/p${ESCAPE}[2J.yaml`, line: 3, column: 5, message: 'there is\nno field "rulez"' }];
    const checkPolicy = () => ({ files: [{ level: 'user' as const, path: '/p.yaml' }], problems });
    const { exit, out } = await shown(['policy', 'check'], { checkPolicy });
    expect(exit).toBe(2);
    expect(out).toMatch(/^user {2}\/p\.yaml\nproblem {2}\/p.*\.yaml:3:5: there is no field "rulez"$/m);
    expect(out).toContain('Everything is denied');
  });

  it('policy explain answers each of the three questions', async () => {
    const { out } = await shown(['policy', 'explain', 'text.touch']);
    expect(out).toMatch(/^discover +yes/m);
    expect(out).toMatch(/^execute +after a yes/m);
  });

  it('doors shows each door with why, and the programs', async () => {
    const { out } = await shown(['doors', 'text.touch']);
    expect(out).toMatch(/^registered +open +It is in this catalog/m);
    expect(out).toMatch(/^executable +shut/m);
    expect(out).toMatch(/^touch: \//m);
  });

  it('a limit of memory that cannot be kept is told by explain, doors and a dry run; where it must be, nothing runs', async () => {
    const worldUnder = (unenforcedDeniedBy?: string) => {
      const settings = { limits: { memory_mb: 800, unenforcedDeniedBy } };
      const world = worldOf(openCatalog(), () => ({ ...NO_POLICY, settings }));
      const runPorts = async () => ({ ...(await world.runPorts()), limitsMemory: () => false });
      return { world: () => ({ ...world, runPorts }) };
    };
    const run = ['run', 'text.touch', '--path', 'x'];
    const words = 'It should hold at most 800 MB of memory, and that is';
    const flat = async (argv: readonly string[], more: object) => {
      const { out, err } = await shown(argv, more);
      return `${out}${err}`.replaceAll(/\s+/g, ' ');
    };
    for (const argv of [run, [...run, '--dry-run'], ['run', 'text.echo', '--text', 'x', '--dry-run']]) {
      expect(await flat(argv, worldUnder())).toContain(`${words} unenforced: This system has no prlimit`);
    }
    for (const argv of [run, ['policy', 'explain', 'text.touch'], ['doors', 'text.echo']]) {
      const said = await flat(argv, worldUnder('user'));
      expect(said).toContain('limits.unenforced of the user policy');
      expect(said).toContain(words);
    }
  });

  it('trust, recover and the audit say it when there is nothing', async () => {
    expect((await shown(['trust'])).out).toContain('No catalog but the one inside is trusted.');
    expect((await shown(['recover'])).out).toBe('Nothing is open.\n');
    expect((await shown(['audit', 'list'])).out).toBe('Nothing was run yet.\n');
    expect((await shown(['audit', 'verify'])).out).toBe('The log holds: 0 events.\n');
  });

  it('a list of the audit that is cut says how to see all of it', () => {
    const event = { seq: 31, time: '2026-01-01T00:00:00Z', kind: 'intent', operation_id: 'o', canonical_path: 'a.b' };
    const report = (total: number) =>
      ({ version: 'audit-report.v1', command: 'list', total, events: [{ ...event, details: {} }] }) as unknown;
    const command = (line: string) => line;
    const screen = { columns: 80, colour: { out: false, err: false }, optionAt: () => undefined, help: '', command };
    const text = (total: number) => renderAudit(report(total) as AuditReport, screen).text;
    expect(text(31)).toContain('The newest 1 of 31. All of them: cap audit list --limit 31');
    expect(text(1)).not.toContain('All of them');
  });

  it('the audit of a log that is gone says what is missing', async () => {
    const anchor = { seq: 7, hash: '0'.repeat(64) };
    const audit = {
      read: async () => ({ files: [], head: undefined, anchor }),
      witnesses: async () => [],
      prune: async () => ({ events: 0, files: [] }),
    };
    const { exit, out } = await shown(['audit', 'verify'], { audit });
    expect(exit).toBe(2);
    expect(out).toContain('finding  audit-anchor:1: the log was removed: event 7 was written');
    expect(out).toContain('The log does not hold');
  });
});
