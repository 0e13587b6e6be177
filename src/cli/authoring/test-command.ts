/** `cap catalog test`: the examples of one capability or of a whole catalog, each run or with the reason why it was not. */
import { type Command, Option } from 'commander';
import { sha256Hex } from '../../canon/hash.ts';
import type { Capability, Example } from '../../capability/capability.ts';
import type { Compiled } from '../../compile/compile.ts';
import { type Fixtures, readFixtures } from '../../compile/fixtures.ts';
import type { CatalogReport } from '../../contract/catalog-report.v1.ts';
import { nearest } from '../../reason/nearest.ts';
import { isRefusal, type Refusal, refuse } from '../../reason/refusal.ts';
import { openSnapshot, type Snapshot } from '../../snapshot/read.ts';
import { bytesSource } from '../../snapshot/source.ts';
import { refusalAnswer } from '../../verbs/dispatch.ts';
import { compileSources, invalid, isInvalid, type Whole } from '../catalog-compile.ts';
import { countsOf, FINDINGS, invalidWork, report, type Work } from '../catalog-work.ts';
import type { ExampleBenches, Host, NoBench } from '../host.ts';
import { clean } from '../render/screen.ts';
import { shellLine, shellWord } from '../shell-words.ts';
import { takeWord } from '../take-word.ts';
import { type ExampleOutcome, type Manner, mannerOf, runExample } from './run-example.ts';

type Examples = NonNullable<CatalogReport['examples']>;

type Options = { readonly directory: string; readonly network: boolean; readonly withBuiltin: boolean };

export function describeTest(command: Command): Command {
  return command
    .argument('[what]', 'the id of a capability or of a pack, or a catalog directory; without one, ./catalog')
    .addOption(new Option('-d, --directory <directory>', 'the catalog that has the id').default('catalog'))
    .addOption(new Option('--network', 'also run examples that reach out to the network').default(false));
}

export const TEST_EXAMPLES = ['cap catalog test my-catalog', 'cap catalog test team.sizes -d my-catalog'];

/** What a person types to have them run. */
const YES = 'test';

/** Examples that run at once: most wait for a child. */
const AT_ONCE = 4;

/** Runs what may be run. Failures end in the exit code of findings. */
export async function testCatalog(
  what: string | undefined,
  { directory, network, withBuiltin }: Options,
  host: Host,
): Promise<Work> {
  const isDirectory = what !== undefined && host.catalog.exists(what);
  const sources = host.catalog.read([isDirectory ? what : directory]);
  if (isRefusal(sources)) return { answer: refusalAnswer(sources) };
  const compiled = compileSources(sources, host.catalog, { withBuiltin });
  if (isInvalid(compiled)) return invalidWork(compiled);
  const ids = compiled.own.map(({ id }) => id);
  const fixtures = readFixtures(sources, ids);
  if (Array.isArray(fixtures)) return invalidWork(invalid(fixtures));
  const chosen = chooseFrom(compiled, isDirectory ? undefined : what);
  if (chosen.length === 0) {
    const meant = nearest(what ?? '', ids);
    const about = { received: what ?? directory, ...(meant === undefined ? {} : { did_you_mean: meant }) };
    return { answer: refusalAnswer(refuse('unknown_capability', about)) };
  }
  const snapshot = openSnapshot(bytesSource(compiled.snapshot));
  if (isRefusal(snapshot)) return { answer: refusalAnswer(snapshot) };
  const place = isDirectory ? what : directory;
  const unbelieved = await believe(compiled, place, buildLine(place, withBuiltin), host);
  if (unbelieved !== undefined) {
    const next =
      unbelieved.reason === 'confirmation_required'
        ? `${buildLine(place, withBuiltin)}, then cap trust FILE, then this again`
        : shellLine([
            'cap',
            'catalog',
            'test',
            ...(what === undefined ? [] : [what]),
            ...(isDirectory ? [] : ['-d', directory]),
            ...(withBuiltin ? ['--with-builtin'] : []),
          ]);
    return { answer: refusalAnswer(unbelieved), next };
  }
  const howOf = (capability: Capability, example: Example): Manner =>
    mannerOf(capability, example, fixtures(capability.id), network);
  const examples = await testExamples(chosen, howOf, fixtures, host.openBenches(snapshot), snapshot);
  const counts = countsOf(chosen.map(({ type }) => type));
  const failed = examples.some(({ outcome }) => outcome === 'failed');
  return report({ version: 'catalog-report.v1', command: 'test', ...counts, examples }, failed ? FINDINGS : 0);
}

/** A snapshot of exactly these sources is made by it. */
function buildLine(directory: string, withBuiltin: boolean): string {
  return `cap catalog build ${shellWord(clean(directory))}${withBuiltin ? ' --with-builtin' : ''} -o FILE`;
}

function chooseFrom({ own }: Whole, id: string | undefined): readonly Capability[] {
  return id === undefined ? own : own.filter((one) => one.id === id || one.id.startsWith(`${id}.`));
}

/**
 * These manifests may start programs here when a snapshot of exactly these bytes is trusted, or a person says so now.
 * Else whoever can write a file could have anything run by calling it a read.
 */
async function believe(
  { snapshot }: Compiled,
  directory: string,
  building: string,
  { trust, approvals }: Host,
): Promise<Refusal | undefined> {
  const hash = sha256Hex(snapshot);
  if (trust.list().some((one) => one.hash === hash)) return undefined;
  const expected = `the word ${JSON.stringify(YES)}, typed on a terminal, or trust in a snapshot of exactly these sources`;
  return takeWord(approvals.askPerson, {
    question: `The examples in ${clean(directory)} start the programs that its manifests and fixtures name.\nType ${JSON.stringify(YES)} to run them, anything else to refuse: `,
    wanted: YES,
    otherwise: 'No example was run',
    nobody: refuse('confirmation_required', {
      message: 'No example was run: nobody has said that this catalog may start programs.',
      expected,
      example: `${building} && cap trust FILE`,
    }),
  });
}

async function testExamples(
  chosen: readonly Capability[],
  howOf: (capability: Capability, example: Example) => Manner,
  fixtures: Fixtures,
  benches: ExampleBenches,
  snapshot: Snapshot,
): Promise<Examples> {
  const calls = chosen.flatMap((capability) => capability.examples.map((example, i) => ({ capability, example, i })));
  const test = async ({ capability, example, i }: (typeof calls)[number]): Promise<ExampleOutcome> => {
    const manner = howOf(capability, example);
    if (manner.how === 'not_run') return { outcome: 'not_run', message: manner.why };
    const bench = await benches.open([...fixtures(capability.id), { files: example.files ?? {} }]);
    if ('kind' in bench) return withoutBench(bench);
    try {
      return await runExample(capability, i, manner, snapshot, bench.world);
    } finally {
      bench.close();
    }
  };
  const outcomes = await inTurn(calls, test).finally(benches.close);
  return calls.map(({ capability, i }, at) => ({
    canonical_path: capability.id,
    example: i + 1,
    ...(outcomes[at] as ExampleOutcome),
  }));
}

function withoutBench({ kind, message }: NoBench): ExampleOutcome {
  if (kind === 'lacking') return { outcome: 'not_run', message: `what it needs is not here: ${message}` };
  return { outcome: 'failed', message: `its fixture cannot be set up: ${message}` };
}

/** Answers in the order of the items, a few of which are worked on at a time. */
async function inTurn<T, A>(items: readonly T[], work: (item: T) => Promise<A>): Promise<A[]> {
  const answers: A[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next++;
      answers[at] = await work(items[at] as T);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers;
}
