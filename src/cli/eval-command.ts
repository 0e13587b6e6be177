/** `cap eval`: how well the search answers judged questions. Measuring is a room of its own; here is its command line. */
import { type Command, Option } from 'commander';
import type { EvalReport } from '../contract/eval-report.v1.ts';
import { isRefusal } from '../reason/refusal.ts';
import { type Answer, refusalAnswer } from '../verbs/dispatch.ts';
import { addEverywhere, everywhereOf } from './everywhere.ts';
import { examplesHelp, exitCodesHelp } from './help.ts';
import type { EvaluationRequest, Host } from './host.ts';
import type { Reply } from './reply.ts';

/** Where a catalog's repository keeps its judgements. */
const JUDGEMENTS = 'golden/judgements';
const DEFAULTS = { half: 'dev', arm: 'default', ablation: false } as const;

type Options = Partial<Omit<EvaluationRequest, 'subject'>>;

export function addEvalCommand(program: Command, host: Host, take: (work: Promise<Reply>) => void): void {
  const command = program.command('eval').description('Measure how well the search answers judged questions.');
  command.argument(
    '[judgements]',
    `own judgements, a relevance set (tools.jsonl, queries.jsonl), a directory of such, or one file; without one, ./${JUDGEMENTS}`,
  );
  command.addOption(
    new Option(
      '--half <half>',
      'half of the own judgements (dev when left out); the test half is sealed and run once a configuration',
    ).choices(['dev', 'test']),
  );
  command.option('--arm <name>', 'what is measured: another retriever; the search as it is when left out');
  command.option('--against <arm|report>', 'compare with another arm or an earlier report.json');
  command.option('--ablation', 'also measure what each ranking signal brings');
  command.option('--only <set>', 'of a directory of sets this one alone');
  command.option('--out <directory>', 'write report.json, report.html and <set>.run.tsv there');
  addEverywhere(command)
    .addHelpText('after', examplesHelp(['cap eval', 'cap eval my-sets --out report', 'cap eval --against tfidf']))
    .addHelpText('after', exitCodesHelp());
  command.action((subject: string | undefined, options: Options) =>
    take(
      (async () => {
        const everywhere = everywhereOf(command);
        const request = { subject: subject ?? JUDGEMENTS, ...DEFAULTS, ...options };
        const report = await host.measuring.evaluate(request, host.world(everywhere.snapshot));
        return { answer: answerOf(report), everywhere, help: 'cap eval --help' };
      })(),
    ),
  );
}

function answerOf(report: Awaited<ReturnType<Host['measuring']['evaluate']>>): Answer {
  if (isRefusal(report)) return refusalAnswer(report);
  return { exitCode: 0, body: `${JSON.stringify(report satisfies EvalReport)}\n` };
}
