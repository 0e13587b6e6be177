/** `cap trust`: a person says that a catalog may be believed. Only on a terminal; what is trusted is the file's content. */
import { type Command, Option } from 'commander';
import type { TrustReport } from '../contract/trust-report.v1.ts';
import { REASONS } from '../reason/reasons.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { type Answer, refusalAnswer } from '../verbs/dispatch.ts';
import { addEverywhere, everywhereOf } from './everywhere.ts';
import { examplesHelp, exitCodesHelp } from './help.ts';
import type { Host } from './host.ts';
import { counted } from './render/catalog-report.ts';
import { clean } from './render/screen.ts';
import type { Reply } from './reply.ts';
import { shellWord } from './shell-words.ts';
import { takeWord } from './take-word.ts';
import { visibleTypes } from './visible-types.ts';

/** A yes that was not said can still be said. */
const UNSAID: readonly number[] = [REASONS.denied.exit, REASONS.interrupted.exit];

/** What a person types to say yes. */
const YES = 'trust';

export function addTrustCommand(program: Command, host: Host, take: (work: Promise<Reply>) => void): void {
  const trust = program
    .command('trust')
    .description('Show the catalogs that are trusted, or trust one: its actions then go by their own rules.');
  trust.argument('[file]', 'a snapshot file; a yes is asked for on the terminal');
  trust.addOption(new Option('--forget <hash>', 'trust the catalog with this hash no more'));
  const examples = ['cap trust', 'cap trust my.snapshot', 'cap trust --forget HASH'];
  addEverywhere(trust).addHelpText('after', examplesHelp(examples)).addHelpText('after', exitCodesHelp());
  trust.action((file: string | undefined, { forget }: { forget?: string }) =>
    take(
      trustAnswer(file, forget, host).then((answer) => {
        const next =
          file === undefined || !UNSAID.includes(answer.exitCode)
            ? {}
            : { next: `cap trust ${shellWord(clean(file))}` };
        return { answer, everywhere: everywhereOf(trust), help: 'cap trust --help', ...next };
      }),
    ),
  );
}

async function trustAnswer(file: string | undefined, forget: string | undefined, host: Host): Promise<Answer> {
  if (file !== undefined && forget !== undefined) {
    return refusalAnswer(refuse('usage', { message: 'Either a file or --forget is given, not both.' }));
  }
  if (forget !== undefined) {
    if (!host.trust.list().some(({ level, hash }) => level === 'user' && hash === forget)) {
      return refusalAnswer(refuse('usage', { message: 'Your list holds no such catalog.', received: forget }));
    }
    return reported('forget', await host.trust.forget(forget), host);
  }
  return file === undefined ? reported('list', undefined, host) : reported('trust', await trustFile(file, host), host);
}

async function trustFile(file: string, { trust, approvals, world }: Host): Promise<Refusal | undefined> {
  const found = trust.examine(file);
  if (isRefusal(found)) return found;
  const { hash, snapshot } = found;
  if (trust.list().some((one) => one.hash === hash)) return undefined;
  const { policy, caller } = world(file);
  const seen = visibleTypes(snapshot, policy(), caller);
  if (isRefusal(seen)) return seen;
  const question = [
    `Trust ${clean(file)}?`,
    `  ${counted(seen.length, 'capability', 'capabilities')}; SHA-256 ${hash}`,
    '  Its actions may then start programs on this machine. What it says only reads',
    '  starts them without asking.',
    `Type ${JSON.stringify(YES)} to trust it, anything else to refuse: `,
  ];
  const refused = await takeWord(approvals.askPerson, {
    question: question.join('\n'),
    wanted: YES,
    otherwise: 'Not trusted, and nothing was changed',
    nobody: refuse('denied', { message: 'A human trusts a catalog on a terminal of their own: there is none here.' }),
  });
  return refused ?? trust.keep(hash, clean(file));
}

function reported(command: TrustReport['command'], refusal: Refusal | undefined, { trust }: Host): Answer {
  if (refusal !== undefined) return refusalAnswer(refusal);
  const report: TrustReport = {
    version: 'trust-report.v1',
    command,
    trusted: trust.list().map(({ level, hash, note }) => ({ level, hash, note })),
  };
  return { exitCode: 0, body: `${JSON.stringify(report)}\n` };
}
