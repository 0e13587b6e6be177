/** Reads source files with a real parser: what each imports, and which names it uses. Knows no rules. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** One import: where to, and whether it runs at start (`value`), on demand, or never (`type`). */
export type Import = { readonly target: string; readonly kind: 'value' | 'type' | 'dynamic' };

export type SourceFile = {
  /** Path from the root, forward slashes. */
  readonly path: string;
  readonly room: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Free-standing names: `process`, `Date`, … */
  readonly names: ReadonlySet<string>;
  /** `Object.member` for a name before the dot, and `.member` for anything else. */
  readonly members: ReadonlySet<string>;
};

/** All TypeScript files under these directories of the repository; generated ones are nobody's style. */
export function sourceFiles(...directories: string[]): SourceFile[] {
  return directories.flatMap((directory) =>
    readdirSync(join(ROOT, directory), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.includes('.generated.'))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
      .filter((path) => !path.includes('/generated/'))
      .sort()
      .map((path) => readSource(path, readFileSync(join(ROOT, path), 'utf8'))),
  );
}

/** One file from its text. Throws when it does not parse. */
export function readSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text);
  if (parsed.errors.length > 0) throw new Error(`${path}: ${parsed.errors[0]?.message}`);
  const found = { imports: [] as Import[], names: new Set<string>(), members: new Set<string>() };
  walk(parsed.program as unknown as Node, path, found);
  return { path, room: roomOf(path), lines: text.split('\n').length - 1, ...found };
}

/** The room of a path: the directory under src, `main` for what stands beside the rooms, else the top directory. */
export function roomOf(path: string): string {
  const [top = '', second = '', third] = path.split('/');
  if (top !== 'src') return top;
  return third === undefined ? 'main' : second;
}

type Node = { readonly type: string; readonly [key: string]: unknown };
type Found = { imports: Import[]; names: Set<string>; members: Set<string> };

function walk(node: Node, path: string, found: Found): void {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      addImport(node, path, found);
      break;
    case 'ImportExpression':
      found.imports.push({ target: resolved(path, literal(node.source)), kind: 'dynamic' });
      break;
    case 'TSImportType':
      found.imports.push({ target: resolved(path, literal(node.source ?? node.argument)), kind: 'type' });
      break;
    case 'Identifier':
      found.names.add(node.name as string);
      break;
    case 'MemberExpression':
      if (node.computed !== true) addMember(node, found);
      break;
  }
  for (const [key, value] of Object.entries(node)) {
    if (isLabel(node, key)) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, path, found);
    }
  }
}

/** A property's name is no use of a variable, whatever it is called. */
function isLabel(node: Node, key: string): boolean {
  if (node.computed === true) return false;
  if (node.type === 'MemberExpression') return key === 'property';
  if (node.type === 'ImportSpecifier') return key === 'imported';
  if (node.type === 'ExportSpecifier') return key === 'exported';
  const named = ['Property', 'PropertyDefinition', 'MethodDefinition', 'TSPropertySignature', 'TSMethodSignature'];
  return named.includes(node.type) && key === 'key';
}

function addImport(node: Node, path: string, found: Found): void {
  if (!isNode(node.source)) return;
  const specifiers = (node.specifiers as readonly Node[] | undefined) ?? [];
  const whole = node.importKind === 'type' || node.exportKind === 'type';
  const each = specifiers.length > 0 && specifiers.every((one) => (one.importKind ?? one.exportKind) === 'type');
  found.imports.push({ target: resolved(path, literal(node.source)), kind: whole || each ? 'type' : 'value' });
}

function addMember(node: Node, found: Found): void {
  const object = node.object as Node;
  const member = (node.property as Node).name as string;
  found.members.add(object.type === 'Identifier' ? `${object.name as string}.${member}` : `.${member}`);
  found.members.add(`.${member}`);
}

function resolved(from: string, target: string): string {
  return target.startsWith('.') ? relative(ROOT, join(ROOT, dirname(from), target)) : target;
}

/** A target that is not a plain string cannot be checked, so it counts as a name that no rule allows. */
function literal(node: unknown): string {
  if (!isNode(node)) return '(computed)';
  if (typeof node.value === 'string') return node.value;
  return isNode(node.literal) ? literal(node.literal) : '(computed)';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
