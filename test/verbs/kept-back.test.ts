/** Where a rule keeps a contract back nothing of it is in any answer: every word that stands in the contract alone is looked for. */
import { expect, it } from 'vitest';
import { verifyChain } from '../../src/audit/chain.ts';
import type { AuditEvent } from '../../src/audit/event.ts';
import { writeSnapshot } from '../../src/snapshot/write.ts';
import { dispatch } from '../../src/verbs/dispatch.ts';
import { VERBS } from '../../src/verbs/verbs.ts';
import { commandLine, TERMINAL } from '../cli/command-line.ts';
import { policyOf } from '../policy/policy-texts.ts';
import { CAPABILITIES, capabilityOf, inputOf } from '../snapshot/catalog.ts';
import { auditOf, openCatalog, runIn, worldOf } from './world.ts';

/** `contract…` stands nowhere but in the contract. */
const KEPT = capabilityOf('vault.open', '打开金库', 'Open the vault', {
  version: 7,
  sideEffect: 'W-local',
  effect: 'write',
  confirmation: 'caller',
  timeoutMs: 7777,
  networkPolicy: 'outbound',
  description: { en: 'contractdescription' },
  aliases: { zh: [], en: ['contractalias'] },
  symptoms: { zh: [], en: ['contractsymptom'] },
  whenToUse: [{ en: 'contractuse' }],
  requiredContext: ['contractcontext'],
  executables: [{ name: 'contractprogram', min_version: '7.7' }],
  argumentsSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['contractname'],
    properties: {
      contractname: { type: 'string', enum: ['contractenum'], default: 'contractdefault', description: 'contracttext' },
    },
  },
  examples: [{ arguments: { contractname: 'contractexample' }, note: { en: 'contractnote' } }],
  affectedResources: ['contractplace'],
  handler: {
    kind: 'http',
    method: 'POST',
    url: 'https://contracthost.example/{contractname}',
    headers: [{ name: 'Authorization', secret: 'CONTRACTSECRET' }],
  } as never,
});
const snapshot = openCatalog(writeSnapshot(inputOf([...CAPABILITIES, KEPT])));
const policy = policyOf(
  'version: policy.v1\nrules: [{name: shut, because: Ask Ann., applies_to: {ids: [vault]}, describe: deny, must_match: [vault.open]}]',
);
const world = worldOf(snapshot, () => policy);
const RULE = 'rule "shut" of the user policy';

async function asked(verb: string, request: object) {
  const row = VERBS.find(({ name }) => name === verb) as (typeof VERBS)[number];
  return dispatch(row, new TextEncoder().encode(JSON.stringify(request)), world);
}
const run = (more: object) => async () => {
  const { arguments: values = {}, ...rest } = more as { arguments?: object };
  const answer = await runIn(world, 'vault.open', values, { action_version: 7, ...rest });
  return { exitCode: answer.status === 'denied' ? 4 : 1, body: JSON.stringify(answer) };
};
const typed =
  (argv: readonly string[], more: object = {}) =>
  async () => {
    const { exit, out, err } = await commandLine(argv, { world: () => world, ...more });
    return { exitCode: exit, body: out + err };
  };

/** Each is denied, and says by which rule. */
const DENIED = {
  inspect: () => asked('inspect', { version: 'schema-inspect.v1', canonical_path: 'vault.open' }),
  'a run without arguments': run({}),
  'a run with arguments that do not fit': run({ arguments: { contractname: 3 } }),
  'a run with another name': run({ arguments: { contractnam: 'x' } }),
  'a run that would fit': run({ arguments: { contractname: 'contractenum' } }),
  'a dry run': run({ dry_run: true, arguments: { contractname: 'contractenum' } }),
  'a run of another version': run({ action_version: 3 }),
  'a run with more time': run({ timeout_ms: 9999 }),
  'a run with a key': run({ idempotency_key: 'x' }),
  help: typed(['run', 'vault.open', '--help']),
  'help on a terminal': typed(['run', 'vault', 'open', '-h'], { terminal: TERMINAL }),
  'a command line': typed(['run', 'vault.open']),
  'an option that there is not': typed(['run', 'vault.open', '--contractnam', 'x']),
  'an option': typed(['run', 'vault.open', '--contractname', 'other', '--json']),
  'arguments in JSON': typed(['run', 'vault.open', '--args-json', '{"contractname":1}'], { terminal: TERMINAL }),
};

it.each(Object.entries(DENIED))('%s', async (_name, ask) => {
  const { exitCode, body } = await ask();
  expect([exitCode, body]).toEqual([4, expect.stringContaining('Ask Ann.')]);
  expect(body).toContain(RULE.replaceAll('"', body.startsWith('{') ? '\\"' : '"'));
  expect(body.replaceAll('contractnam"', '').toLowerCase()).not.toContain('contract');
  expect(body).not.toMatch(/7777|7\.7|"7"|secret/i);
});

it('what may be found is found, and told of by its reference alone', async () => {
  const doors = await asked('doors', { version: 'doors.v1', canonical_path: 'vault.open' });
  const found = await asked('search', { version: 'tool-search.v1', query: 'open the vault', explain: true });
  expect(JSON.parse(doors.body)).toMatchObject({ executables: [] });
  const [first] = JSON.parse(found.body).candidates;
  expect(first).toMatchObject({ canonical_path: 'vault.open', matched_fields: ['identity', 'title', 'summary'] });
  expect(first.score_breakdown).toBeUndefined();
  for (const { exitCode, body } of [doors, found]) {
    expect([exitCode, body.match(/contract(?!,)\w+|7777|CONTRACT/g)]).toEqual([0, null]);
  }
});

it('each denial of a run is an event with its rule', async () => {
  await DENIED['a run that would fit']();
  const { files, head, anchor } = await auditOf(world);
  const lines = files.flatMap((file) => file.lines);
  expect(verifyChain(files, head, { anchor }).findings).toEqual([]);
  expect(JSON.parse(lines.at(-1) ?? '') as AuditEvent).toMatchObject({
    kind: 'denied',
    canonical_path: 'vault.open',
    arguments: { contractname: 'contractenum' },
    details: { rule: RULE },
  });
});
