/**
 * The files that an action says it makes or changes, as they are afterwards. A line of `produces` or `affected_resources`
 * names one when it begins with a single argument and nothing else follows but a remark in parentheses.
 */
import { secretMarks } from '../../audit/secret-marks.ts';
import type { Frozen } from '../freeze.ts';
import type { ArtifactFound, RunPorts } from '../ports.ts';

export type Artifact = ArtifactFound & { readonly path: string };

/** Beyond these a list is a listing, and there are actions for those. */
const MOST_ARTIFACTS = 20;
const NAMES_A_FILE = /^\{(\w+)\}(?: \([^()]*\))?$/;

/** Of a call that may have changed something; reads leave nothing behind. Paths as the caller gave them. */
export async function findArtifacts(frozen: Frozen, ports: Pick<RunPorts, 'lookAt'>): Promise<readonly Artifact[]> {
  const { capability, cwd } = frozen;
  if (capability.sideEffect === 'R') return [];
  const paths = namedPaths([...capability.produces, ...capability.affectedResources], frozen);
  const found: Artifact[] = [];
  for (const path of paths.slice(0, MOST_ARTIFACTS)) found.push({ path, ...(await ports.lookAt(path, cwd)) });
  return found;
}

function namedPaths(lines: readonly string[], { arguments: values, capability }: Frozen): string[] {
  const marks = secretMarks(capability.argumentsSchema);
  const names = lines.flatMap((line) => NAMES_A_FILE.exec(line)?.[1] ?? []);
  const paths = names
    .filter((name) => Object.hasOwn(values, name) && !marks.property(name).secret)
    .flatMap((name) => values[name])
    .filter((value): value is string => typeof value === 'string' && value !== '');
  return [...new Set(paths)];
}
