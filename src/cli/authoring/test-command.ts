/** `cap catalog test`: the examples of one capability or of a whole catalog, each run or with the reason why it was not. */
import { type Command, Option } from 'commander';
import { sha256Hex } from '../../canon/hash.ts';
import type { Capability } from '../../capability/capability.ts';
import type { Compiled } from '../../compile/compile.ts';
import type { CatalogReport } from '../../contract/catalog-report.v1.ts';
import { nearest } from '../../reason/nearest.ts';
import { isRefusal, refuse } from '../../reason/refusal.ts';
import { openSnapshot, type Snapshot } from '../../snapshot/read.ts';
import { bytesSource } from '../../snapshot/source.ts';
import { refusalAnswer } from '../../verbs/dispatch.ts';
import { compileSources, isInvalid } from '../catalog-compile.ts';
import { countsOf, FINDINGS, invalidWork, report, type Work } from '../catalog-work.ts';
import type { Host } from '../host.ts';
import { clean } from '../render/screen.ts';
import { reasonNotToRun, runExample } from './run-example.ts';

type Examples = NonNullable<CatalogReport['examples']>;

export function describeTest(command: Command): Command {
  return command
    .argument('[what]', 'the id of a capability or of a pack, or a catalog directory; without one, ./catalog')
    .addOption(new Option('-d, --directory <directory>', 'the catalog that has the id').default('catalog'));
}

export const TEST_EXAMPLES = ['cap catalog test my-catalog', 'cap catalog test team.sizes -d my-catalog'];

const UNBELIEVED =
  'nobody has said that this catalog may start programs: do so on a terminal, or `cap trust` its snapshot';

/** Runs what may be run. Failures end in the exit code of findings. */
export async function testCatalog(what: string | undefined, directory: string, host: Host): Promise<Work> {
  const isDirectory = what !== undefined && host.catalog.exists(what);
  const sources = host.catalog.read([isDirectory ? what : directory]);
  if (isRefusal(sources)) return { answer: refusalAnswer(sources) };
  const compiled = compileSources(sources, host.catalog);
  if (isInvalid(compiled)) return invalidWork(compiled);
  const chosen = chooseFrom(compiled, isDirectory ? undefined : what);
  if (chosen.length === 0) {
    const meant = nearest(
      what ?? '',
      compiled.capabilities.map(({ id }) => id),
    );
    const about = { received: what ?? directory, ...(meant === undefined ? {} : { did_you_mean: meant }) };
    return { answer: refusalAnswer(refuse('unknown_capability', about)) };
  }
  const snapshot = openSnapshot(bytesSource(compiled.snapshot));
  if (isRefusal(snapshot)) return { answer: refusalAnswer(snapshot) };
  const examples: Examples = [];
  const believed = await isBelieved(compiled, isDirectory ? what : directory, host);
  for (const capability of chosen) examples.push(...(await testExamples(capability, snapshot, believed, host)));
  const counts = countsOf(chosen.map(({ type }) => type));
  const failed = examples.some(({ outcome }) => outcome === 'failed');
  return report({ version: 'catalog-report.v1', command: 'test', ...counts, examples }, failed ? FINDINGS : 0);
}

function chooseFrom({ capabilities }: Compiled, id: string | undefined): readonly Capability[] {
  return id === undefined ? capabilities : capabilities.filter((one) => one.id === id || one.id.startsWith(`${id}.`));
}

/**
 * Whether these manifests may start programs here: a snapshot of exactly these bytes is trusted, or a person says so now.
 * Else whoever can write a file could have anything run by calling it a read.
 */
async function isBelieved({ snapshot }: Compiled, directory: string, { trust, approvals }: Host): Promise<boolean> {
  const hash = sha256Hex(snapshot);
  if (trust.list().some((one) => one.hash === hash)) return true;
  const question = `The examples in ${clean(directory)} start the programs that its manifests name. Type "test" to run them: `;
  return (await approvals.askPerson(question))?.trim() === 'test';
}

async function testExamples(
  capability: Capability,
  snapshot: Snapshot,
  believed: boolean,
  host: Host,
): Promise<Examples> {
  const tested: Examples = [];
  for (const [i, example] of capability.examples.entries()) {
    const about = { canonical_path: capability.id, example: i + 1 };
    const reason = reasonNotToRun(capability, example) ?? (believed ? undefined : UNBELIEVED);
    if (reason !== undefined) {
      tested.push({ ...about, outcome: 'not_run', message: reason });
      continue;
    }
    const bench = host.openBench(snapshot, example.files ?? {});
    try {
      tested.push({ ...about, ...(await runExample(capability, example, snapshot, bench.world)) });
    } finally {
      bench.close();
    }
  }
  return tested;
}
