import { describe, expect, it } from 'vitest';
import { type CapabilityListResponse, capabilityListResponse } from '../../src/contract/capability-list.v1.ts';
import { asker, capability, snapshotOf } from '../search/catalog.ts';

const pack = (id: string) => capability(id, id, `Pack ${id}`, { type: 'pack' });
const ask = asker(
  snapshotOf([
    pack('git'),
    pack('system'),
    pack('system.port'),
    pack('system.disk'),
    capability('git.log', 'List commits', 'Commits'),
    capability('system.port.who', 'Who holds a port', 'Holder'),
    capability('system.port.check', 'Check a port', 'Check'),
    capability('system.disk.usage', 'Disk usage', 'Usage'),
  ]),
);
const list = (more: object) => {
  const answer = ask('list', { version: 'capability-list.v1', ...more });
  return { exitCode: answer.exitCode, json: answer.json as unknown as CapabilityListResponse & { error: object } };
};
const ids = (more: object) => list(more).json.children.map((child) => child.canonical_path);

describe('list', () => {
  it('shows the products at the top, each with the number of its children', () => {
    const { json } = list({});
    expect(capabilityListResponse.parse(json)).toBeTruthy();
    expect(json.children.map((child) => [child.canonical_path, child.children_count])).toEqual([
      ['git', 1],
      ['system', 2],
    ]);
  });

  it('shows one level, or several', () => {
    expect(ids({ parent: 'system' })).toEqual(['system.disk', 'system.port']);
    expect(ids({ parent: 'system', depth: 2 })).toEqual([
      'system.disk',
      'system.disk.usage',
      'system.port',
      'system.port.check',
      'system.port.who',
    ]);
  });

  it('names the neighbours of the parent, filters by type, and says when it was cut', () => {
    expect(list({ parent: 'system.port' }).json.neighbours).toEqual(['system.disk']);
    expect(ids({ parent: 'system', depth: 2, types: ['action'] })).not.toContain('system.port');
    expect(list({ parent: 'system', depth: 2, limit: 2 }).json).toMatchObject({ truncated: true });
  });

  it('refuses an unknown parent with a suggestion', () => {
    const { exitCode, json } = list({ parent: 'systen' });
    expect(exitCode).toBe(3);
    expect(json.error).toMatchObject({ reason: 'unknown_capability', did_you_mean: 'system' });
  });
});
