/** How a run came out: its status in words, its result, and what is known of it. Output of the child comes neutralised. */
import type { ActionRunResponse } from '../../contract/action-run.v1.ts';
import { problemLines } from './error.ts';
import { fold } from './fold.ts';
import { nextLines } from './run-next.ts';
import { planLines, policyFileLines, questionLines, unenforcedWords } from './run-plan.ts';
import { clean, cleanText, type Paint, paintFor, type Rendered, type Screen } from './screen.ts';
import { valueText } from './value.ts';

type Evidence = NonNullable<ActionRunResponse['evidence']>;

export function renderRun(answer: ActionRunResponse, screen: Screen): Rendered {
  const stream = answer.executed || answer.status === 'dry_run' ? 'out' : 'err';
  const paint = paintFor(screen.colour[stream]);
  const lines = [`${statusPaint(answer.status, paint)}  ${clean(answer.invocation.canonical_path)}`];
  if (answer.business_status === 'schema_mismatch') lines.push(paint.yellow('its result is not what it promises'));
  if (answer.evidence !== undefined) {
    lines.push(...evidenceLines(answer.evidence, screen, paint));
    if (answer.rule !== undefined) lines.push(paint.dim(`Allowed: ${clean(answer.rule)}`));
  }
  if (answer.plan !== undefined) lines.push(...planLines(answer.plan, answer.confirmation, screen));
  if (answer.confirmation !== undefined) lines.push(...questionLines(answer.confirmation, screen));
  for (const error of answer.errors ?? []) {
    lines.push(...problemLines(error, screen, paint));
    if (error.reason === 'denied') lines.push(...policyFileLines(error.message, screen));
  }
  if (answer.earlier !== undefined) lines.push(...fold(clean(answer.earlier.message), screen.columns).split('\n'));
  if (!answer.executed) lines.push(paint.bold('Nothing was executed.'));
  else if (answer.status !== 'succeeded') lines.push(paint.bold('It was executed.'));
  if (answer.verify !== undefined) lines.push(clean(answer.verify));
  lines.push(...nextLines(answer, screen, paint));
  return { stream, text: `${lines.join('\n')}\n` };
}

function statusPaint(status: ActionRunResponse['status'], paint: Paint): string {
  const words = status.replaceAll('_', ' ');
  if (status === 'succeeded' || status === 'dry_run') return paint.green(words);
  return status === 'confirmation_required' ? paint.yellow(words) : paint.red(words);
}

function evidenceLines(evidence: Evidence, screen: Screen, paint: Paint): string[] {
  const lines: string[] = [''];
  if (evidence.empty === true) lines.push('(nothing found)');
  else if (evidence.result !== undefined) lines.push(valueText(evidence.result, screen.columns, paint.dim));
  else if (evidence.stdout.text !== '') lines.push(cleanText(evidence.stdout.text).trimEnd());
  else lines.push('(no output)');
  if (evidence.stderr.text !== '') lines.push('', paint.dim('stderr:'), cleanText(evidence.stderr.text).trimEnd());
  if (evidence.note !== undefined) lines.push('', cleanText(evidence.note));
  for (const { path, kind, bytes } of evidence.artifacts ?? []) {
    lines.push(`${clean(path)}: ${kind}${bytes === null ? '' : `, ${bytes} bytes`}`);
  }
  if (evidence.unenforced !== undefined) lines.push(`Not enforced on this machine: ${evidence.unenforced.join(', ')}`);
  const ended = evidence.signal === null ? `exit ${evidence.exit_code ?? '?'}` : `ended by ${clean(evidence.signal)}`;
  const reach = unenforcedWords(evidence.network);
  const facts = [`${ended}, ${evidence.duration_ms} ms`, ...(reach === undefined ? [] : [reach])];
  lines.push('', ...fold(facts.join('; '), screen.columns).split('\n').map(paint.dim));
  if (evidence.truncated && evidence.result_ref !== null) {
    lines.push(`There is more: ${paint.bold(`cap result ${clean(evidence.result_ref)}`)}`);
  }
  return lines;
}
