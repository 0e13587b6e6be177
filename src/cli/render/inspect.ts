/** One contract on one page: what it is for, what it takes, what it may do, and how to call it. */
import type { SchemaInspectResponse } from '../../contract/schema-inspect.v1.ts';
import { fold, JOIN } from './fold.ts';
import { guideText } from './guide.ts';
import { clean, effectPaint, paintFor, type Rendered, type Screen } from './screen.ts';
import { table } from './table.ts';

type ToolSpec = SchemaInspectResponse['tool_spec'];

export function renderInspect(answer: SchemaInspectResponse, screen: Screen): Rendered {
  const paint = paintFor(screen.colour.out);
  const spec = answer.tool_spec;
  const id = clean(spec.identity.canonical_path);
  const runs = spec.identity.type === 'action';
  const parts = [
    `${paint.bold(clean(spec.title))}  ${paint.cyan(id)}  ${paint.dim(`${spec.identity.type}, version ${spec.identity.version}`)}`,
    fold(clean(spec.summary), screen.columns),
    ...(runs ? [effectLine(spec, screen, paint)] : []),
    ...list('Use it when', spec.when_to_use, screen),
    ...list(
      'Not when',
      spec.when_not_to_use.map(({ when, instead }) => (instead === undefined ? when : `${when} → ${instead}`)),
      screen,
    ),
    ...argumentsTable(spec, screen, (text) => paint.dim(text)),
    ...list('Needs', needsOf(spec), screen),
    ...list('Touches', spec.affected_resources, screen),
    ...(spec.body === undefined ? [] : [guideText(spec.body, screen, paint)]),
    ...(runs ? [`Next: ${paint.bold(screen.command(`cap run ${id} --help`))}`] : []),
  ];
  return { stream: 'out', text: `${parts.join('\n\n')}\n` };
}

/** Folded before it is painted: what paints has no width. */
function effectLine(spec: ToolSpec, { columns }: Screen, paint: ReturnType<typeof paintFor>): string {
  const facts = [
    `${spec.side_effect} (${spec.effect})`,
    `risk ${spec.risk_level}`,
    spec.confirmation === 'none' ? 'runs without asking' : `${spec.confirmation} confirms`,
    spec.idempotency.replaceAll('_', ' '),
    `at most ${spec.timeout_ms} ms`,
    `network ${spec.network_policy}`,
  ];
  const lines = fold(facts.map((fact) => fact.replaceAll(' ', JOIN)).join(' · '), columns).replaceAll(JOIN, ' ');
  return `${effectPaint(spec.side_effect, paint)}${lines.slice(spec.side_effect.length)}`;
}

function list(title: string, items: readonly string[], { columns }: Screen): string[] {
  if (items.length === 0) return [];
  const lines = items.map((item) => `  - ${fold(clean(item), columns - 4).replaceAll('\n', '\n    ')}`);
  return [`${title}\n${lines.join('\n')}`];
}

function needsOf({ requires, required_context: context }: ToolSpec): string[] {
  const programs = requires.executables.map(({ name, min_version: version }) =>
    version === undefined ? name : `${name} ≥ ${version}`,
  );
  return [...(requires.os.length === 0 ? [] : [requires.os.join(', ')]), ...programs, ...context];
}

type Schema = { readonly [key: string]: unknown };

function argumentsTable(spec: ToolSpec, screen: Screen, dim: (text: string) => string): string[] {
  const schema = spec.arguments_schema as { properties?: Record<string, Schema>; required?: readonly string[] };
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    `  ${clean(name)}${schema.required?.includes(name) === true ? ' *' : ''}`,
    clean(kindOf(property)),
    clean(
      `${String(property.description ?? '')}${property.default === undefined ? '' : ` Default ${JSON.stringify(property.default)}.`}`,
    ),
  ]);
  if (rows.length === 0) return [];
  return [
    table(['Arguments (* required)', 'kind', 'meaning'], rows, screen.columns, (text, _column, row) =>
      row < 0 ? dim(text) : text,
    ),
  ];
}

function kindOf(property: Schema): string {
  if (Array.isArray(property.enum)) return property.enum.map(String).join(' | ');
  const type = Array.isArray(property.type) ? property.type.join(' | ') : String(property.type ?? 'any');
  const items = property.items as Schema | undefined;
  return type === 'array' && items !== undefined ? `list of ${kindOf(items)}` : type;
}
