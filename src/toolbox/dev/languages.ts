/**
 * Programming languages by the name of a file: how they are called and how their comments look.
 */
import { basename, extname } from 'node:path';

export type Language = {
  readonly name: string;
  readonly line: readonly string[];
  readonly block?: readonly [open: string, close: string];
};

const C = { line: ['//'], block: ['/*', '*/'] as const };
const HASH = { line: ['#'] };
const MARKUP = { line: [], block: ['<!--', '-->'] as const };

const TABLE: readonly (readonly [extensions: string, language: Language])[] = [
  ['ts mts cts tsx', { name: 'TypeScript', ...C }],
  ['js mjs cjs jsx', { name: 'JavaScript', ...C }],
  ['py pyi', { name: 'Python', line: ['#'] }],
  ['rs', { name: 'Rust', ...C }],
  ['go', { name: 'Go', ...C }],
  ['java', { name: 'Java', ...C }],
  ['kt kts', { name: 'Kotlin', ...C }],
  ['scala', { name: 'Scala', ...C }],
  ['groovy gradle', { name: 'Groovy', ...C }],
  ['c h', { name: 'C', ...C }],
  ['cc cpp cxx hpp hh hxx', { name: 'C++', ...C }],
  ['cs', { name: 'C#', ...C }],
  ['m mm', { name: 'Objective-C', ...C }],
  ['swift', { name: 'Swift', ...C }],
  ['dart', { name: 'Dart', ...C }],
  ['php', { name: 'PHP', line: ['//', '#'], block: ['/*', '*/'] }],
  ['rb', { name: 'Ruby', ...HASH }],
  ['pl pm', { name: 'Perl', ...HASH }],
  ['sh bash zsh', { name: 'Shell', ...HASH }],
  ['fish', { name: 'Fish', ...HASH }],
  ['ps1', { name: 'PowerShell', line: ['#'], block: ['<#', '#>'] }],
  ['lua', { name: 'Lua', line: ['--'], block: ['--[[', ']]'] }],
  ['hs', { name: 'Haskell', line: ['--'], block: ['{-', '-}'] }],
  ['sql', { name: 'SQL', line: ['--'], block: ['/*', '*/'] }],
  ['ex exs', { name: 'Elixir', ...HASH }],
  ['erl', { name: 'Erlang', line: ['%'] }],
  ['clj cljs', { name: 'Clojure', line: [';'] }],
  ['r', { name: 'R', ...HASH }],
  ['jl', { name: 'Julia', ...HASH }],
  ['zig', { name: 'Zig', line: ['//'] }],
  ['vue', { name: 'Vue', line: ['//'], block: ['<!--', '-->'] }],
  ['svelte', { name: 'Svelte', line: ['//'], block: ['<!--', '-->'] }],
  ['html htm', { name: 'HTML', ...MARKUP }],
  ['xml svg', { name: 'XML', ...MARKUP }],
  ['css', { name: 'CSS', line: [], block: ['/*', '*/'] }],
  ['scss less', { name: 'Sass and Less', ...C }],
  ['md markdown', { name: 'Markdown', line: [] }],
  ['json jsonc', { name: 'JSON', line: [] }],
  ['yaml yml', { name: 'YAML', ...HASH }],
  ['toml', { name: 'TOML', ...HASH }],
  ['proto', { name: 'Protocol Buffers', ...C }],
  ['graphql gql', { name: 'GraphQL', ...HASH }],
  ['tf', { name: 'Terraform', line: ['#', '//'], block: ['/*', '*/'] }],
];

const BY_EXTENSION = new Map(
  TABLE.flatMap(([extensions, language]) => extensions.split(' ').map((one) => [`.${one}`, language])),
);
const BY_NAME = new Map<string, Language>([
  ['makefile', { name: 'Makefile', ...HASH }],
  ['gnumakefile', { name: 'Makefile', ...HASH }],
  ['dockerfile', { name: 'Dockerfile', ...HASH }],
]);

/** undefined for what is no source code. */
export function languageOf(path: string): Language | undefined {
  const name = basename(path).toLowerCase();
  return BY_NAME.get(name) ?? BY_EXTENSION.get(extname(name));
}

/** Languages that hold data or prose: they are counted, but no symbols or to-dos are looked for in them. */
export const PROSE = new Set(['Markdown', 'JSON']);
