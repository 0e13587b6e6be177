/** The compiled form beside the organisation's policy: who is believed, and that everything else is compiled anew. */
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sealCompiled } from '../../src/platform/compiled-policy.ts';
import { knownPolicy, quickPolicy } from '../../src/platform/known-policy.ts';
import { besideOf, compileBeside } from '../../src/platform/policy-beside.ts';
import { type PolicyHost, policyFiles } from '../../src/platform/policy-files.ts';
import { compileFiles, loadPolicy } from '../../src/platform/policy-load.ts';
import { NO_POLICY, type Policy } from '../../src/policy/policy.ts';
import { isRefusal } from '../../src/reason/refusal.ts';
import { settled } from './settled.ts';

let home = '';
let host: PolicyHost;
const place = () => join(home, 'etc');
const file = () => join(place(), 'policy.yaml');
const form = () => join(place(), 'policy.compiled');
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cap beside '));
  for (const name of ['etc', 'config', 'config/cap']) mkdirSync(join(home, name));
  // No state: what is told without compiling is told by the form beside the file.
  host = { environment: { XDG_CONFIG_HOME: join(home, 'config') }, cwd: home, organisationFile: file() };
  write(READ_ONLY);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const READ_ONLY = 'version: policy.v1\nmode: read-only\nnetwork: {unenforced: deny}\n';
/** Of each kind something. */
const OWN =
  'version: policy.v1\nmode: auto\nnetwork: {private_hosts: [a.example]}\nlimits: {concurrent_runs: 3}\n' +
  'rules: [{name: a, applies_to: {}, execute: ask, must_match: [a]}]\n';
const write = (text: string) => writeFileSync(file(), text, { mode: 0o644 });
const told = () => quickPolicy(host)?.mode;
const ORGANISATION = { mode: 'read-only', level: 'organisation' };

it('is written on demand alone, for the readers of the policy, and then nothing is compiled', async () => {
  expect(loadPolicy(host)).toMatchObject({ mode: ORGANISATION });
  expect(besideOf(policyFiles(host))).toMatchObject({ believed: false, message: expect.stringContaining('not there') });
  expect([told(), readdirSync(place())]).toEqual([undefined, ['policy.yaml']]);
  chmodSync(file(), 0o640);
  expect(await compileBeside(host)).toMatchObject({ problems: [], beside: { path: form(), believed: true } });
  expect(statSync(form()).mode & 0o777).toBe(0o640);
  expect(told()).toEqual(ORGANISATION);
});

it('says the same as the file compiled at each call, alone and beside one’s own files', async () => {
  host = { ...host, environment: { ...host.environment, CAP_STATE_DIR: join(home, 'state') } };
  for (const own of [undefined, OWN]) {
    if (own !== undefined) writeFileSync(join(home, 'config', 'cap', 'policy.yaml'), own);
    const compiled = compileFiles(policyFiles(host)) as Policy;
    await compileBeside(host);
    // The caller's own files are compiled once, without the organisation's.
    expect(loadPolicy(host)).toEqual(compiled);
    await settled(host);
    expect(knownPolicy(host)).toEqual(compiled);
    expect(quickPolicy(host)?.rules).toEqual(compiled.rules);
    expect(compiled).toMatchObject({ mode: ORGANISATION });
  }
});

const compiledOther = () => {
  const files = [{ level: 'organisation', path: file(), text: READ_ONLY } as const];
  return sealCompiled(NO_POLICY, files);
};

it('would be believed whatever it says, by whose it is', () => {
  writeFileSync(form(), compiledOther(), { mode: 0o644 });
  expect(told()).toEqual(NO_POLICY.mode);
});

it.each<[string, () => void]>([
  ['of a policy that says something else now', () => write(`${READ_ONLY}# later\n`)],
  ['that others may write', () => chmodSync(form(), 0o666)],
  ['that its group may write', () => chmodSync(form(), 0o664)],
  ['in a directory that others may write', () => chmodSync(place(), 0o1777)],
  ['of another owner', () => chownOr(() => chmodSync(form(), 0o666))],
  [
    'behind a link',
    () => {
      renameSync(form(), join(home, 'elsewhere'));
      symlinkSync(join(home, 'elsewhere'), form());
    },
  ],
  [
    'that is a directory',
    () => {
      rmSync(form());
      mkdirSync(form());
    },
  ],
  [
    'with another byte',
    () => {
      const bytes = readFileSync(form());
      const at = bytes.indexOf('ask');
      bytes.write('ASK', at);
      writeFileSync(form(), bytes);
    },
  ],
  ['without its end', () => writeFileSync(form(), readFileSync(form()).subarray(0, -32))],
  ['that is empty', () => writeFileSync(form(), '')],
])('%s is not believed, and the policy holds', (_name, spoil) => {
  writeFileSync(form(), compiledOther(), { mode: 0o644 });
  spoil();
  expect(told()).toBeUndefined();
  expect(loadPolicy(host)).toMatchObject({ mode: ORGANISATION });
  const beside = besideOf(policyFiles(host));
  expect(beside).toMatchObject({ believed: false, message: expect.stringContaining('cap policy compile') });
});

/** Only an administrator can give a file away. */
function chownOr(otherwise: () => void): void {
  if (process.getuid?.() === 0) chownSync(form(), 65_534, 65_534);
  else otherwise();
}

it('is not written of a policy with a fault, of none, and where nobody may write', async () => {
  write('version: policy.v1\nmodus: x\n');
  expect(await compileBeside(host)).toMatchObject({ problems: [{ file: file(), line: 2 }] });
  rmSync(file());
  const none = await compileBeside(host);
  expect(isRefusal(none) && none.message).toContain(`There is no ${file()}`);
  write(READ_ONLY);
  mkdirSync(form());
  const refused = await compileBeside(host);
  expect(isRefusal(refused) && refused.message).toContain('Nothing was written');
  expect(readdirSync(place()).sort()).toEqual(['policy.compiled', 'policy.yaml']);
});
