/**
 * One evaluation from its options to what it leaves: the report, its page and run files, and the line in the log of the
 * sealed half. It knows no command line.
 */
import type { EvalReport } from '../contract/eval-report.v1.ts';
import { REASONS, type Reason } from '../reason/reasons.ts';
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import { ABLATIONS, ARMS, armOf, DEFAULT_ARM } from './arms.ts';
import { SearchRefused } from './ask.ts';
import { configurationOf, type Evaluation, evaluate, type Plan, reportOf } from './evaluate.ts';
import { type EvaluationHost, textAt } from './host.ts';
import { BadJudgements, type Half } from './judgements.ts';
import { isPage, isReport, isRunFile } from './own-files.ts';
import { reportPage } from './page/page.ts';
import { figuresHash } from './present.ts';
import type { Observation } from './question.ts';
import { runSet } from './run-set.ts';
import { checkPin, halfHash, LOG_FILE, PIN_FILE, recordedRun, withRun } from './sealed.ts';
import { ownSet, type Subject, subjectAt } from './subjects.ts';

export type EvaluationOptions = {
  /** Where the judgements are. */
  readonly subject: string;
  readonly half: Half;
  readonly arm: string;
  /** Another arm, or the file of an earlier report. */
  readonly against?: string;
  readonly ablation: boolean;
  /** Of a directory of sets this one alone. */
  readonly only?: string;
  /** Directory for the report, its page and the run files. */
  readonly out?: string;
};

/** Measures and gives the report without single results. Throws only faults of ours. */
export async function runEvaluation(options: EvaluationOptions, host: EvaluationHost): Promise<EvalReport | Refusal> {
  try {
    const done = await measured(options, host);
    if (isRefusal(done)) return done;
    const files = options.out === undefined ? undefined : await writeFiles(done, options.out, host);
    if (isRefusal(files)) return files;
    const { sets, ...rest } = done.report;
    const shown = { ...rest, sets: sets.map(({ results: _, ...set }) => set) };
    return files === undefined ? shown : { ...shown, files };
  } catch (thrown) {
    return refusalOf(thrown);
  }
}

/** What judgements and catalogs bring about is a refusal; everything else is thrown on. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof BadJudgements) return refuse('judgements_invalid', { message: `${thrown.message}.` });
  if (thrown instanceof SearchRefused && Object.hasOwn(REASONS, thrown.reason)) {
    return refuse(thrown.reason as Reason, { message: thrown.message });
  }
  throw thrown;
}

async function measured(options: EvaluationOptions, host: EvaluationHost): Promise<Evaluation | Refusal> {
  const plan = planOf(options, host);
  if (isRefusal(plan)) return plan;
  const subject = subjectAt(options.subject, options.only, host);
  if (isRefusal(subject)) return subject;
  const unheard = unheardOption(options, subject);
  if (unheard !== undefined) return refuse('usage', { message: unheard });
  if (subject.kind === 'sets') return evaluate(subject.sets, plan);
  const catalog = host.world.snapshot();
  if (isRefusal(catalog)) return catalog;
  const own = { ...plan, catalog };
  return options.half === 'test' ? sealed(subject, own, host) : evaluate([ownSet(subject, 'dev', host)], own);
}

/** What was asked for and cannot be done with these judgements is said, not passed over. */
function unheardOption({ half, only, ablation, arm }: EvaluationOptions, { kind }: Subject): string | undefined {
  if (half === 'test' && kind === 'sets') return 'Only our own judgements have halves.';
  if (only !== undefined && kind === 'own') return 'Our own judgements are one set: there is nothing to choose from.';
  if (ablation && arm !== DEFAULT_ARM) return 'Only the search as it is has signals to leave out.';
  return undefined;
}

/** The sealed half: once for each configuration, on the record, and figures only. */
async function sealed(
  subject: Extract<Subject, { kind: 'own' }>,
  plan: Plan,
  host: EvaluationHost,
): Promise<Evaluation | Refusal> {
  const hash = halfHash(subject.textOf, 'test');
  const wrong = checkPin(textAt(host.join(subject.directory, PIN_FILE), host), hash);
  if (wrong !== null) return wrong;
  // The other half says how this configuration behaves, before anything of the sealed one is asked.
  const open = await runSet(ownSet(subject, 'dev', host), plan.arm, plan.clock);
  if (isRefusal(open)) return open;
  const configuration = configurationOf([open], plan);
  const logFile = host.join(subject.directory, LOG_FILE);
  const log = textAt(logFile, host);
  const known = recordedRun(log, configuration.hash, hash);
  if (known !== undefined) {
    const figures = { configuration, sets: [known.set] };
    return {
      report: { version: 'eval-report.v1', ...figures, figures_hash: figuresHash(figures), recorded: true },
      runs: [],
    };
  }
  const run = await runSet(ownSet(subject, 'test', host), plan.arm, plan.clock);
  if (isRefusal(run)) return run;
  const report = { ...reportOf([run], plan), configuration };
  const [set] = report.sets;
  if (set === undefined) throw new Error('a run gives one set');
  const refused = await host.write(logFile, withRun(log, { configuration, judgements_sha256: hash, set }), () => true);
  if (refused !== null) return refused;
  return { report: { ...report, figures_hash: figuresHash(report) }, runs: [] };
}

function planOf({ arm: name, against, ablation, half }: EvaluationOptions, host: EvaluationHost): Plan | Refusal {
  const arm = armOf(name);
  const names = [...ARMS, ...ABLATIONS].map((one) => one.name);
  if (arm === undefined) {
    return refuse('usage', {
      message: 'There is no such arm.',
      expected: `one of ${names.join(', ')}`,
      received: name,
    });
  }
  if (half === 'test' && (name !== DEFAULT_ARM || against !== undefined || ablation)) {
    const message = 'The sealed half is run with the search as it is, and compared with nothing.';
    return refuse('usage', { message });
  }
  const plan = { arm, ablation, clock: host.clock };
  if (against === undefined) return plan;
  const other = armOf(against) ?? earlierReport(against, host);
  return isRefusal(other) ? other : { ...plan, against: other };
}

function earlierReport(path: string, host: EvaluationHost): { name: string; report: EvalReport } | Refusal {
  const wrong = refuse('usage', {
    message: 'Only an arm or the report.json of an earlier evaluation can be compared with.',
    received: path,
  });
  try {
    const report = JSON.parse(textAt(path, host) ?? '') as EvalReport;
    const hasResults = report.version === 'eval-report.v1' && report.sets.some(({ results }) => results !== undefined);
    return hasResults ? { name: path, report } : wrong;
  } catch {
    return wrong;
  }
}

async function writeFiles(
  { report, runs }: Evaluation,
  out: string,
  host: EvaluationHost,
): Promise<string[] | Refusal> {
  const files: [string, string, (start: string) => boolean][] = [
    ['report.json', `${JSON.stringify(report, null, 1)}\n`, isReport(report.version)],
    ['report.html', reportPage(report), isPage],
    ...runs.map(({ name, observations }): (typeof files)[number] => [
      `${name}.run.tsv`,
      runFile(observations),
      isRunFile,
    ]),
  ];
  const written: string[] = [];
  for (const [name, text, mayReplace] of files) {
    const path = host.join(out, name);
    const refused = await host.write(path, text, mayReplace);
    if (refused !== null) return refused;
    written.push(path);
  }
  return written;
}

/** `qid, rank, id`, ten ranks a question at most: what any scorer reads. Steps of a task share its qid, so they stay out. */
function runFile(observations: readonly Observation[]): string {
  return observations
    .filter(({ question }) => question.kind !== 'decomposed')
    .flatMap(({ question, ids }) => ids.map((id, at) => `${question.qid}\t${at + 1}\t${id}\n`))
    .join('');
}
