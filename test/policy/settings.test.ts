/** What a policy says beside its rules: of several files the strictest value holds. */
import { describe, expect, it } from 'vitest';
import { NO_POLICY } from '../../src/policy/policy.ts';
import { unlimitedDenied } from '../../src/policy/settings.ts';
import { policyOf, problemsOf } from './policy-texts.ts';

const policy = (more: string) => `version: policy.v1\n${more}\n`;

describe('settings', () => {
  it('are absent where nobody says anything', () => {
    expect(NO_POLICY.settings).toBeUndefined();
    expect(policyOf(policy('mode: ask')).settings).toBeUndefined();
  });

  it('of several files: the smallest limits, the longest retention, the trace that tells least', () => {
    const merged = policyOf(
      [
        'organisation',
        policy('limits: {concurrent_runs: 8, timeout_ms: {I: 60000}}\nkeep: {audit_days: 90, search_traces: text}'),
      ],
      ['project', policy('limits: {concurrent_runs: 20, memory_mb: 2048, timeout_ms: {I: 90000, R: 5000}}')],
      ['user', policy('keep: {audit_days: 10, journal_days: 2, search_traces: digest}')],
    );
    expect(merged.settings).toMatchObject({
      limits: { concurrent_runs: 8, memory_mb: 2048, timeout_ms: { R: 5000, I: 60000 } },
      keep: { audit_days: 90, journal_days: 2, search_traces: 'digest' },
    });
    expect(merged.settings?.limits?.timeout_ms?.['W-local']).toBeUndefined();
  });

  it('name whoever demands that a limit is kept', () => {
    const demanding = policyOf(
      ['user', policy('limits: {memory_mb: 1024}')],
      ['project', policy('limits: {unenforced: deny}')],
    );
    expect(unlimitedDenied(demanding.settings)).toBe('limits.unenforced of the project policy');
    expect(demanding.settings?.limits?.memory_mb).toBe(1024);
    expect(unlimitedDenied(policyOf(policy('limits: {memory_mb: 1024}')).settings)).toBeUndefined();
    expect(unlimitedDenied(undefined)).toBeUndefined();
  });

  it.each([
    ['limits: {concurrent_runs: 0}', 'expected number to be >=1'],
    ['limits: {memory_mb: 16}', 'expected number to be >=768'],
    ['limits: {unenforced: allow}', 'expected "deny"'],
    ['limits: {timeouts: {}}', 'there is no field "timeouts"; did you mean timeout_ms?'],
    ['keep: {search_traces: all}', 'expected one of "off"|"digest"|"text"'],
  ])('that make no sense are refused: %s', (text, why) => {
    expect(problemsOf(policy(text)).join('\n')).toContain(why);
  });

  it('about what is kept of a person are not for a project to make', () => {
    expect(problemsOf(policy('keep: {search_traces: text}'), 'project').join()).toContain('belongs in a user');
    expect(problemsOf(policy('keep: {search_traces: text}'), 'user')).toEqual([]);
  });
});
