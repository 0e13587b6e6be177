/** `cap replay`: what recorded requests find now, and which right answers were lost. Measuring is a room of its own. */
import type { Command } from 'commander';
import type { ReplayReport } from '../contract/replay-report.v1.ts';
import { REASONS } from '../reason/reasons.ts';
import { isRefusal, type Refusal } from '../reason/refusal.ts';
import { type Answer, refusalAnswer } from '../verbs/dispatch.ts';
import { addEverywhere, everywhereOf } from './everywhere.ts';
import { examplesHelp, exitCodesHelp } from './help.ts';
import type { Host } from './host.ts';
import type { Reply } from './reply.ts';

/** The exit code of a replay that ran and lost right answers. */
const REGRESSED = REASONS.action_failed.exit;

export function addReplayCommand(program: Command, host: Host, take: (work: Promise<Reply>) => void): void {
  const command = program
    .command('replay')
    .description(`Send recorded requests again and show what moved. Regressions end in exit code ${REGRESSED}.`);
  command.argument('<requests>', 'JSON lines: search requests, {"request", "qid", "gold"}, or judged questions');
  command.option('--against <snapshot|report>', 'a snapshot, or the report of an earlier replay or evaluation');
  command.option('-o, --output <file>', 'write the report there, with what every request found');
  addEverywhere(command)
    .addHelpText(
      'after',
      examplesHelp([
        'cap replay requests.jsonl -o before.json',
        'cap replay requests.jsonl --against before.json',
        'cap replay requests.jsonl --against old.snapshot --snapshot new.snapshot',
      ]),
    )
    .addHelpText('after', exitCodesHelp());
  command.action((requests: string, { against, output }: { against?: string; output?: string }) =>
    take(
      (async () => {
        const everywhere = everywhereOf(command);
        const report = await host.measuring.replay(
          {
            requests,
            ...(against === undefined ? {} : { against }),
            ...(output === undefined ? {} : { out: output }),
          },
          host.world(everywhere.snapshot),
        );
        return { answer: answerOf(report), everywhere, help: 'cap replay --help' };
      })(),
    ),
  );
}

function answerOf(report: ReplayReport | Refusal): Answer {
  if (isRefusal(report)) return refusalAnswer(report);
  return { exitCode: report.regressions > 0 ? REGRESSED : 0, body: `${JSON.stringify(report)}\n` };
}
