/** What building, verifying, linting, extending or testing a catalog found. */
import type { CatalogReport } from '../../contract/catalog-report.v1.ts';
import { clean, type Paint, paintFor, type Rendered, type Screen } from './screen.ts';

const ALONE = 'It answers with these alone; --with-builtin takes the capabilities of the executable along.';

export function renderCatalogReport(report: CatalogReport, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.out);
  const findings = report.findings ?? [];
  const kinds = Object.entries(report.by_type).map(([type, count]) => `${count} ${type}`);
  const along = report.builtin === undefined || report.builtin === 0 ? '' : `, ${report.builtin} of them built in`;
  const lines = findings.map(
    ({ canonical_path: id, rule, message }) => `${paint.cyan(clean(id))}: ${clean(message)} ${paint.dim(`[${rule}]`)}`,
  );
  for (const { canonical_path: id, file, replaced } of report.overrides ?? []) {
    lines.push(`${paint.cyan(clean(id))}: ${clean(file)} replaces ${clean(replaced)}`);
  }
  for (const { canonical_path: id, example, outcome, message } of report.examples ?? []) {
    const word = { passed: paint.green('passed'), failed: paint.red('failed'), not_run: paint.dim('not run') }[outcome];
    lines.push(`${word}  ${paint.cyan(clean(id))} ${example}${message === '' ? '' : `: ${clean(message)}`}`);
  }
  const size = report.bytes === undefined ? '' : `, ${report.bytes} bytes`;
  lines.push(`${counted(report.capabilities, 'capability', 'capabilities')} (${kinds.join(', ')})${along}${size}`);
  if (report.catalog !== undefined) {
    lines.push(`source_hash   ${report.catalog.source_hash}`, `surface_hash  ${report.catalog.surface_hash}`);
  }
  if (report.command === 'lint') {
    lines.push(findings.length === 0 ? paint.green('no findings') : paint.yellow(counted(findings.length, 'finding')));
  } else if (report.command === 'new') {
    lines.push(...(report.written ?? []).map((file) => paint.green(`written: ${clean(file)}`)));
  } else if (report.command === 'test') {
    lines.push(summaryOf(report.examples ?? [], paint));
  } else {
    const file = report.file === undefined ? 'the catalog inside' : clean(report.file);
    const said = report.command === 'build' ? 'written' : 'undamaged, every block has its checksum';
    lines.push(paint.green(`${said}: ${file}`));
  }
  if (report.builtin === 0) lines.push(ALONE);
  if (screen.next !== undefined) lines.push(`Next: ${paint.bold(screen.next)}`);
  return { stream: 'out', text: `${lines.join('\n')}\n` };
}

/** One of something, or several. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function summaryOf(examples: NonNullable<CatalogReport['examples']>, paint: Paint): string {
  const count = (wanted: string) => examples.filter(({ outcome }) => outcome === wanted).length;
  const counts = `${count('passed')} passed, ${count('failed')} failed, ${count('not_run')} not run`;
  return count('passed') + count('failed') > 0 ? counts : paint.yellow(`No example was run: ${counts}`);
}
