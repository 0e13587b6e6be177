/**
 * Tool `docker_logs`: the last lines of a container, both streams merged by the time that the daemon put on each line.
 */
import { optionalInteger, optionalText, text } from '../arguments.ts';
import { call } from '../call.ts';
import { type Json, type JsonObject, ToolFailure, type ToolIo } from '../tool.ts';

type Line = { time: string | null; stream: 'stdout' | 'stderr'; text: string };

/** Arguments: `container`, `lines` (200), `since`. */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const container = text(args, 'container');
  const limit = optionalInteger(args, 'lines') ?? 200;
  const since = optionalText(args, 'since');
  const argv = [
    'container',
    'logs',
    '--timestamps',
    `--tail=${limit}`,
    ...(since === undefined ? [] : [`--since=${since}`]),
  ];
  const { exitCode, stdout, stderr } = await call('docker', [...argv, '--', container], { cwd: io.cwd, ok: [0, 1] });
  if (exitCode !== 0) {
    const words = stderr.toString('utf8').trim().slice(-1000);
    throw new ToolFailure(words, /No such container/.test(words) ? 'not_found' : 'failed');
  }
  const lines = [...read(stdout, 'stdout'), ...read(stderr, 'stderr')];
  // The times have one form and one width to the second; a stable sort keeps lines of one time in order.
  lines.sort((a, b) => ((a.time ?? '') < (b.time ?? '') ? -1 : (a.time ?? '') > (b.time ?? '') ? 1 : 0));
  return { container, lines: lines.slice(-limit), total: lines.length, truncated: lines.length > limit };
}

function read(output: Buffer, stream: Line['stream']): Line[] {
  const lines = output.toString('utf8').replace(/\n$/, '');
  if (lines === '') return [];
  return lines.split('\n').map((line) => {
    const found = /^(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)) (.*)$/s.exec(line);
    return { time: found?.[1] ?? null, stream, text: (found?.[2] ?? line).replace(/\r$/, '') };
  });
}
