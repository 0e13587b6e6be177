// A process of its own that runs one action, as the command line does: argv[2] is the word by which it is recognised. With
// "waits" in argv[3] no run slot ever gets free, which is said on stderr, and the call is one that is answered.
import { join } from 'node:path';
import { catchInterrupts } from '../../src/platform/interrupts.ts';
import { createRunPorts } from '../../src/platform/run-ports.ts';
import { exitCodeOf } from '../../src/reason/refusal.ts';
import { run } from '../../src/run/run.ts';
import { capability, command, HASHES } from './capabilities.ts';

const subject = capability({
  handler: command({
    executable: 'bash',
    argv: ['-c', `trap "" TERM INT; setsid sleep 987 & sleep 986; : ${process.argv[2]}`],
  }),
});
const catalog = {
  sourceHash: HASHES.expected_source_hash,
  surfaceHash: HASHES.expected_surface_hash,
  count: 1,
  id: () => subject.id,
  find: () => 0,
  contract: () => subject,
};
const self = { file: process.execPath, argv: [join(import.meta.dirname, 'builtin-entry.mjs')] };
const ports = createRunPorts({ environment: process.env, cwd: process.cwd(), platform: process.platform, self });
const request = { canonical_path: subject.id, action_version: 1, ...HASHES, tool_call_id: 'c', arguments: {} };
const [, , , waits] = process.argv;
if (waits !== undefined) catchInterrupts();
const never = () =>
  new Promise((resolve) => {
    process.stderr.write('waiting');
    setTimeout(resolve, 60_000);
  });
const answer = await run(request, catalog, waits === undefined ? ports : { ...ports, takeSlot: never });
process.stdout.write(JSON.stringify(answer));
process.exit(answer.kind === 'refusal' ? exitCodeOf(answer) : answer.exitCode);
