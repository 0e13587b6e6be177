/** A process that appends COUNT events to the audit log below HOME, several at once. */
import { appendAudit } from '../../src/platform/audit-log.ts';

const [home, name, count] = process.argv.slice(2);
const host = { environment: { CAP_STATE_DIR: home }, platform: 'linux' };
const total = Number(count);
for (let begun = 0; begun < total; begun += 5) {
  const five = Array.from({ length: Math.min(5, total - begun) }, (_, at) =>
    appendAudit(
      {
        kind: 'intent',
        operation_id: `${name} ${begun + at}`,
        canonical_path: 'test.echo',
        tool_call_id: 'call-1',
        input_hash: null,
        details: {},
      },
      host,
    ),
  );
  const written = await Promise.all(five);
  if (written.some((event) => event.kind === 'unavailable')) process.exit(1);
}
