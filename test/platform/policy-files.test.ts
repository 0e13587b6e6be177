/** Policy files on a real disk: which ones hold, what the quick path takes, and that a fault denies everything. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXECUTABLE } from '../../scripts/build/root.ts';
import { quickPolicy } from '../../src/platform/known-policy.ts';
import { type PolicyHost, policyFiles } from '../../src/platform/policy-files.ts';
import { policyInForce } from '../../src/platform/policy-in-force.ts';
import { loadPolicy } from '../../src/platform/policy-load.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { catalogBytes } from '../verbs/world.ts';
import { settled } from './settled.ts';

let home = '';
let host: PolicyHost;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cap policy '));
  mkdirSync(join(home, 'config', 'cap'), { recursive: true });
  mkdirSync(join(home, 'a', 'b'), { recursive: true });
  const environment = { XDG_CONFIG_HOME: join(home, 'config'), CAP_STATE_DIR: join(home, 'state') };
  host = { environment, cwd: join(home, 'a', 'b'), organisationFile: join(home, 'organisation.yaml') };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const READ_ONLY = 'version: policy.v1\nmode: read-only\n';
const user = () => join(home, 'config', 'cap', 'policy.yaml');

describe('policy files', () => {
  it('are none, and then nothing is written either', () => {
    expect(quickPolicy(host)).toMatchObject({ revision: 'none' });
    expect(readdirSync(home).sort()).toEqual(['a', 'config']);
  });

  it('hold from the organisation, the user and every directory above', () => {
    writeFileSync(join(home, 'organisation.yaml'), READ_ONLY);
    writeFileSync(user(), READ_ONLY);
    writeFileSync(join(home, 'a', '.cap-policy.yaml'), READ_ONLY);
    writeFileSync(join(home, 'a', 'b', '.cap-policy.yaml'), READ_ONLY);
    expect(policyFiles(host).map(({ level, path }) => [level, path.slice(home.length)])).toEqual([
      ['organisation', '/organisation.yaml'],
      ['user', '/config/cap/policy.yaml'],
      ['project', '/a/b/.cap-policy.yaml'],
      ['project', '/a/.cap-policy.yaml'],
    ]);
  });

  it('are compiled once, and again as soon as one says something else', async () => {
    writeFileSync(user(), READ_ONLY);
    expect(quickPolicy(host)).toBeUndefined();
    expect(loadPolicy(host)).toMatchObject({ mode: { mode: 'read-only' } });
    await settled(host);
    expect(quickPolicy(host)).toMatchObject({ mode: { mode: 'read-only', level: 'user' } });
    writeFileSync(user(), 'version: policy.v1\nmode: ask\n   ');
    expect(quickPolicy(host)).toBeUndefined();
    writeFileSync(user(), READ_ONLY);
    expect(quickPolicy(host)).toBeDefined();
    writeFileSync(join(home, 'a', '.cap-policy.yaml'), 'version: policy.v1\n');
    expect(quickPolicy(host)).toBeUndefined();
  });

  it('whose compiled form others could have written is compiled anew', async () => {
    writeFileSync(user(), READ_ONLY);
    loadPolicy(host);
    await settled(host);
    const [name = ''] = readdirSync(join(home, 'state', 'policy'));
    chmodSync(join(home, 'state', 'policy', name), 0o666);
    expect(quickPolicy(host)).toBeUndefined();
  });

  it('that are damaged in their compiled form are compiled anew', async () => {
    writeFileSync(user(), READ_ONLY);
    loadPolicy(host);
    await settled(host);
    const [name = ''] = readdirSync(join(home, 'state', 'policy'));
    const path = join(home, 'state', 'policy', name);
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -9));
    expect(quickPolicy(host)).toBeUndefined();
    expect(loadPolicy(host)).toMatchObject({ mode: { mode: 'read-only' } });
  });

  it.each([
    ['is no YAML', () => writeFileSync(user(), 'version: [')],
    ['is a directory', () => mkdirSync(user())],
    ['has an unknown field', () => writeFileSync(user(), `${READ_ONLY}modus: x\n`)],
    ['is empty', () => writeFileSync(user(), '')],
    ['leads nowhere', () => symlinkSync(join(home, 'taken away'), user())],
    ['leads to itself', () => symlinkSync(user(), user())],
    ['is a bomb of anchors', () => writeFileSync(user(), 'a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n')],
  ])('of which one %s deny everything, and say so', (_name, spoil) => {
    writeFileSync(join(home, 'a', '.cap-policy.yaml'), READ_ONLY);
    spoil();
    const policy = loadPolicy(host);
    if (!isRefusal(policy)) throw new Error('not refused');
    expect(policy).toMatchObject({ reason: 'denied', executed: false });
    expect(policy.message).toContain('everything is denied until it is repaired');
    expect(policy.message).toContain(user());
    expect(quickPolicy(host)).toBeUndefined();
  });
});

describe('the policy of a process', () => {
  const mode = (policy: ReturnType<typeof loadPolicy>) => (isRefusal(policy) ? policy.reason : policy.mode.mode);

  it('is compiled when nobody has compiled it before', async () => {
    writeFileSync(user(), READ_ONLY);
    const { ready, policy } = policyInForce(() => host);
    await ready();
    expect(mode(policy())).toBe('read-only');
  });

  it('that changes within a call denies what is left of it, and holds for the next one', async () => {
    const { ready, policy } = policyInForce(() => host);
    await ready();
    expect(mode(policy())).toBe('ask');
    writeFileSync(user(), READ_ONLY);
    expect(policy()).toMatchObject({ reason: 'denied', executed: false });
    await ready();
    expect(mode(policy())).toBe('read-only');
    writeFileSync(user(), 'version: policy.v1\nmode: auto\n');
    expect(mode(policy())).toBe('auto');
  });

  it('that cannot be used denies everything', async () => {
    writeFileSync(user(), 'version: [');
    const { ready, policy, check } = policyInForce(() => host);
    await ready();
    expect(mode(policy())).toBe('denied');
    expect((await check([])).problems).toMatchObject([{ file: user() }]);
  });
});

describe('a whole process', () => {
  const cap = (argv: readonly string[], request?: object) => {
    const CAP_SNAPSHOT = join(home, 'small.snapshot');
    writeFileSync(CAP_SNAPSHOT, catalogBytes());
    const environment = { PATH: process.env.PATH, HOME: home, CAP_STATE_DIR: join(home, 'state'), CAP_SNAPSHOT };
    const input = request === undefined ? '' : JSON.stringify(request);
    const { status, stdout } = spawnSync(EXECUTABLE, argv, { cwd: home, env: environment, input });
    return { status, answer: JSON.parse(String(stdout)) };
  };
  const search = () => cap(['search', '--request-json', '-'], { version: 'tool-search.v1', query: 'text.echo' });

  it('obeys the policy of its directory on every verb, quick or not, the first time and later', async () => {
    expect(search().answer.candidates[0].canonical_path).toBe('text.echo');
    const file = join(home, '.cap-policy.yaml');
    const hide = '{name: no echo, applies_to: {ids: [text.echo]}, discover: deny, must_match: [text.echo]}';
    writeFileSync(file, `version: policy.v1\nrules: [${hide}]\n`);
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, answer } = search();
      expect(status).toBe(0);
      expect(JSON.stringify(answer.candidates)).not.toContain('text.echo');
    }
    expect(cap(['inspect', 'text.echo']).answer.error.reason).toBe('unknown_capability');
    expect(cap(['run', 'text.echo', '--text', '1']).answer.error.reason).toBe('unknown_capability');
    expect(cap(['policy', 'explain', 'text.echo']).answer.error.reason).toBe('unknown_capability');
    expect(cap(['policy', 'explain', 'text.touch']).answer).toMatchObject({
      usable: true,
      rules: 1,
      // Nobody has said that this catalog is to be trusted.
      capability: { execute: { answer: 'human' } },
    });
    expect(cap(['policy', 'check']).answer).toMatchObject({ usable: true, files: [{ level: 'project' }] });

    writeFileSync(file, 'version: policy.v1\nrulse: []\n');
    expect(search()).toMatchObject({ status: 4, answer: { error: { reason: 'denied' } } });
    expect(cap(['run', 'text.touch', '--path', 'x'])).toMatchObject({ status: 4 });
    expect(cap(['list'])).toMatchObject({ status: 4 });
    expect(cap(['policy', 'check'])).toMatchObject({
      status: 2,
      answer: { usable: false, problems: [{ line: 2, column: 1, message: expect.stringContaining('rules') }] },
    });
  });
});
