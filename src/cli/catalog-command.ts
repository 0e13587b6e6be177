/**
 * `cap catalog build | verify | lint | diff | new | test`: the commands of whoever maintains a catalog. The work is in
 * catalog-work.ts, catalog-diff.ts and authoring/.
 */
import type { Command } from 'commander';
import { describeNew, NEW_EXAMPLES, newCapability } from './authoring/new-command.ts';
import { describeTest, TEST_EXAMPLES, testCatalog } from './authoring/test-command.ts';
import { diffCatalogs } from './catalog-diff.ts';
import { addCatalogGroup } from './catalog-group.ts';
import { buildCatalog, lintDirectories, verifySnapshot, type Work } from './catalog-work.ts';
import { addEverywhere, everywhereOf } from './everywhere.ts';
import { examplesHelp, exitCodesHelp } from './help.ts';
import type { Host } from './host.ts';
import type { Reply } from './reply.ts';

type BuildOptions = WithBuiltin & {
  readonly output: string;
  readonly overrides: boolean;
  readonly force?: boolean;
  readonly imported?: boolean;
};

export function addCatalogCommands(program: Command, host: Host, take: (work: Promise<Reply>) => void): void {
  const catalog = addCatalogGroup(program);

  const answer = (command: Command, work: () => Work | Promise<Work>) =>
    take(
      (async () => {
        const everywhere = everywhereOf(command);
        return { ...(await work()), everywhere, help: `cap catalog ${command.name()} --help` };
      })(),
    );

  const build = catalog.command('build').description('Compile directories of YAML manifests into one snapshot file.');
  build.argument('<directories...>', 'catalog directories; a later one may replace ids of an earlier one');
  build.requiredOption('-o, --output <file>', 'the snapshot to write; one that is there is replaced as a whole');
  build.option('--force', 'replace the file whatever it is');
  build.option('--no-overrides', 'refuse an id that comes twice');
  build.option('--imported', 'say in the snapshot that others wrote it: a policy may be stricter with it');
  addWithBuiltin(build);
  finish(build, [
    'cap catalog build my-catalog --with-builtin -o my.snapshot',
    'cap search 端口 --snapshot my.snapshot',
  ]);
  build.action((directories: string[], { output, overrides, force = false, withBuiltin, imported }: BuildOptions) => {
    const how = { overrides: overrides ? 'replace' : 'refuse', withBuiltin, imported: imported === true } as const;
    return answer(build, () => buildCatalog(directories, output, how, force, host.catalog, host.world(undefined)));
  });

  const verify = catalog.command('verify').description('Read and check every block of a snapshot.');
  verify.argument('[file]', 'the snapshot; without one, the snapshot that a search would use');
  finish(verify, ['cap catalog verify', 'cap catalog verify my.snapshot']);
  verify.action((file: string | undefined) =>
    answer(verify, () => {
      const given = file ?? everywhereOf(verify).snapshot;
      return verifySnapshot(host.catalog.chosen(given), host.world(given));
    }),
  );

  const lint = catalog
    .command('lint')
    .description('Check texts and declarations of a catalog. Findings end in exit code 2.');
  lint.argument('[directories...]', 'catalog directories; without one, ./catalog');
  addWithBuiltin(lint);
  finish(lint, ['cap catalog lint', 'cap catalog lint my-catalog']);
  lint.action((directories: string[], { withBuiltin }: WithBuiltin) =>
    answer(lint, () =>
      lintDirectories(directories.length === 0 ? ['catalog'] : directories, withBuiltin, host.catalog),
    ),
  );

  const diff = catalog
    .command('diff')
    .description('What differs between two snapshots, and what of it breaks callers.');
  diff.argument('<before>', 'a snapshot');
  diff.argument('[after]', 'another; without one, the snapshot that a search would use');
  diff.option('--replay <requests>', 'also what these recorded requests find now');
  finish(diff, ['cap catalog diff old.snapshot new.snapshot', 'cap catalog diff old.snapshot --replay requests.jsonl']);
  diff.action((before: string, after: string | undefined, { replay }: { replay?: string }) =>
    answer(diff, () => diffCatalogs(before, after ?? everywhereOf(diff).snapshot, replay, host)),
  );

  const fresh = catalog.command('new').description('Write the manifest of a new capability, ready to build.');
  finish(addWithBuiltin(describeNew(fresh)), NEW_EXAMPLES);
  fresh.action((id: string, command: string[], options: Parameters<typeof newCapability>[2]) =>
    answer(fresh, () => newCapability(id, command, options, host)),
  );

  const test = catalog.command('test').description('Run examples of capabilities, each in a fresh directory.');
  finish(addWithBuiltin(describeTest(test)), TEST_EXAMPLES);
  test.action((what: string | undefined, options: Parameters<typeof testCatalog>[1]) =>
    answer(test, () => testCatalog(what, options, host)),
  );
}

type WithBuiltin = { readonly withBuiltin: boolean };

/** The one option of all that compile a catalog: they have to agree on what is in it. */
function addWithBuiltin(command: Command): Command {
  return command.option('--with-builtin', 'take the capabilities of the executable along', false);
}

function finish(command: Command, examples: readonly string[]): void {
  addEverywhere(command).addHelpText('after', examplesHelp(examples)).addHelpText('after', exitCodesHelp());
}
