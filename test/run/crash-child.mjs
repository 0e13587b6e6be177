/**
 * Runs one confirmed write and dies by SIGKILL before or after the step that is named: `prepare`, `intent`, `sent`, … A
 * `reader` beside it is the capability that looks after the write; `journal verified` is the journal's step, `verified` the
 * audit's.
 */
import { readFileSync } from 'node:fs';
import { createRunPorts } from '../../src/platform/run-ports.ts';
import { runStages } from '../../src/run/stages.ts';

const [file] = process.argv.slice(2);
const { home, step, when, capability, reader, request } = JSON.parse(readFileSync(file, 'utf8'));

const real = createRunPorts({
  environment: { ...process.env, CAP_STATE_DIR: `${home}/state` },
  cwd: home,
  platform: process.platform,
  self: { file: process.execPath, argv: [] },
});
const die = () => process.kill(process.pid, 'SIGKILL');
const around =
  (name, work) =>
  async (...given) => {
    if (step === name && when === 'before') die();
    const result = await work(...given);
    if (step === name && when === 'after') die();
    return result;
  };
const ports = {
  ...real,
  execute: around('execute', real.execute),
  journal: {
    ...real.journal,
    prepare: around('prepare', real.journal.prepare),
    move: (id, state) => around(state === 'verified' ? 'journal verified' : state, real.journal.move)(id, state),
  },
  audit: { record: (facts) => around(facts.kind, real.audit.record)(facts) },
};
const catalog = {
  sourceHash: request.expected_source_hash,
  surfaceHash: request.expected_surface_hash,
  count: 2,
  id: (doc) => [capability, reader][doc]?.id,
  find: (id) => [capability.id, reader?.id].indexOf(id),
  contract: (doc) => [capability, reader][doc],
};
const outcome = await runStages(request, catalog, ports, ports.newOperationId());
process.stdout.write(outcome.kind);
