/**
 * Stage 5a: what the call would touch, looked at by a tool that only reads. What it saw is frozen with the call, so a yes
 * holds for this state of the world and no other; what it finds wrong is said before anybody is asked.
 */
import { sha256Hex } from '../canon/hash.ts';
import { canonicalJson } from '../canon/json.ts';
import { directoryArgument } from '../capability/handler-needs.ts';
import { type Refusal, refuse } from '../reason/refusal.ts';
import { type InvalidArguments, invalid } from './arguments.ts';
import { describeValue } from './expectation.ts';
import { bindState, type Frozen } from './freeze.ts';
import type { Program, RunPorts } from './ports.ts';

/** The call bound to what its preview sees; the call itself where the manifest names none. */
export async function observe(
  frozen: Frozen,
  ports: Pick<RunPorts, 'preview'>,
): Promise<Frozen | InvalidArguments | Refusal> {
  const { capability, cwd } = frozen;
  if (capability.preview === undefined) return frozen;
  // Where an argument names the directory that it runs in, the look is taken in that very one, however it was spelled.
  const named = directoryArgument(capability.handler);
  const values = named === undefined ? frozen.arguments : { ...frozen.arguments, [named]: cwd };
  const seen = await ports.preview({
    tool: capability.preview,
    stdin: canonicalJson(values),
    cwd,
    environment: frozen.environment,
    places: frozen.places,
    absent: frozen.absent,
    programs: frozen.tool === undefined ? [programItself(frozen), ...frozen.programs] : frozen.programs,
  });
  if (seen.kind === 'seen') return bindState(frozen, seen, sha256Hex(canonicalJson(seen.state)));
  const message = `${capability.id} would not work: ${seen.message}`;
  if (seen.reason !== 'invalid_arguments' && seen.reason !== 'not_found') {
    return refuse('unavailable', { message: `${message}. Nothing was executed.` });
  }
  const received = describeValue(frozen.arguments);
  return invalid(capability, [{ path: '/arguments', expected: `a call that can work: ${seen.message}`, received }]);
}

function programItself({ executable, fingerprint }: Frozen): Program {
  return { kind: 'program', executable, fingerprint };
}
