/** A yes that is typed elsewhere than the call was made: the policies that govern the call are asked, and those of here. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { approveCall } from '../../src/cli/approve-command.ts';
import { policyInForce } from '../../src/platform/policy-in-force.ts';
import { createRunPorts } from '../../src/platform/run-ports.ts';
import { openCatalog, runIn, worldOf } from '../verbs/world.ts';
import { approvalsIn } from './approvals.ts';

const snapshot = openCatalog();
let home = '';
let shown = '';
beforeEach(() => {
  shown = '';
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cap elsewhere ')));
  for (const name of ['caller', 'project', 'touched/below', 'here', 'config'])
    mkdirSync(join(home, name), { recursive: true });
  put('project', ruled('execute: human'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const put = (directory: string, text: string) =>
  writeFileSync(join(home, directory, '.cap-policy.yaml'), `version: policy.v1\n${text}\n`);

const ruled = (answer: string) =>
  `rules: [{name: one, applies_to: {ids: [text.touch]}, ${answer}, must_match: [text.touch], must_not_match: [a.b]}]`;

/** The world of who stands there; all of them have one state. */
async function worldAt(directory: string) {
  const cwd = join(home, directory);
  const environment = {
    PATH: '/usr/bin:/bin',
    XDG_CONFIG_HOME: join(home, 'config'),
    CAP_STATE_DIR: join(home, 'state'),
  };
  const { ready, policy, policyOf } = policyInForce(() => ({ environment, cwd }));
  await ready();
  const self = { file: process.execPath, argv: [] };
  const ports = createRunPorts({ environment, cwd, platform: process.platform, self });
  return { ...worldOf(snapshot, policy), policyOf, runPorts: async () => ports };
}

/** A caller somewhere has a file made in a project, and touches another directory. */
const call = async (more: object = {}) =>
  runIn(await worldAt('caller'), 'text.touch', { path: '../touched' }, { cwd: join(home, 'project'), ...more });

async function approveAt(directory: string, token: string) {
  const approvals = approvalsIn(join(home, 'state'), async (question) => {
    shown = question;
    return { kind: 'typed', line: 'yes' };
  });
  return approveCall(token, approvals, await worldAt(directory));
}

it('is taken where nothing has changed, and the call runs', async () => {
  const { confirmation } = await call();
  expect(confirmation.approver).toBe('human');
  const token = confirmation.confirmation_token;
  expect(await approveAt('here', token)).toMatchObject({ approved: true });
  expect(await call({ confirmation_token: token })).toMatchObject({ status: 'succeeded' });
});

const HIDE = ruled('discover: deny');
const NO = ruled('execute: deny');
it.each([
  ['the project where it would run hides it', 'project', HIDE, 'was not issued here'],
  ['the project where it would run denies it', 'project', NO, 'policy that has changed'],
  ['the caller stands where it is hidden', 'caller', HIDE, 'was not issued here'],
  ['the caller stands where it is denied', 'caller', NO, 'policy that has changed'],
  ['what it touches is hidden', 'touched', HIDE, 'was not issued here'],
  ['what stands below that may only be read', 'touched/below', 'mode: read-only', 'policy that has changed'],
  ['its own policy is broken', 'project', 'mode: what', 'cannot be used'],
  ['where the yes is typed it is hidden', 'here', HIDE, 'was not issued here'],
  ['where the yes is typed it is denied', 'here', NO, 'No yes helps here'],
])('is neither asked for nor shown where %s', async (_why, directory, text, told) => {
  const token = (await call()).confirmation.confirmation_token;
  put(directory, text);
  expect(await approveAt('here', token)).toMatchObject({ kind: 'refusal', message: expect.stringContaining(told) });
  expect(shown).toBe('');
  expect(existsSync(join(home, 'state/confirmations/spent', token.split('.')[3] ?? ''))).toBe(false);
});
