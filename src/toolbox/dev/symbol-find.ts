/**
 * Tool `dev_symbol_find`: where a symbol is defined, by the form that a definition has in its language. It parses
 * nothing: what a macro or a decorator makes is not seen, and a line inside a string may be taken for a definition.
 */
import { join } from 'node:path';
import { oneOf, optionalInteger, text } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { languageOf } from './languages.ts';
import { projectDirectory } from './project.ts';
import { listSourceFiles, readSource } from './source-files.ts';

type Form = readonly [kind: string, pattern: RegExp];

const NAME = '([\\p{L}_$][\\p{L}\\p{N}_$]*)';
const form = (kind: string, source: string): Form => [kind, new RegExp(source.replaceAll('NAME', NAME), 'u')];

const SCRIPT: readonly Form[] = [
  form('function', '^\\s*(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?(?:async\\s+)?function\\s*\\*?\\s*NAME'),
  form('class', '^\\s*(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?(?:abstract\\s+)?class\\s+NAME'),
  form('interface', '^\\s*(?:export\\s+)?(?:declare\\s+)?interface\\s+NAME'),
  form('type', '^\\s*(?:export\\s+)?(?:declare\\s+)?type\\s+NAME\\s*(?:<[^=]{0,200}>)?\\s*='),
  form('enum', '^\\s*(?:export\\s+)?(?:declare\\s+)?(?:const\\s+)?enum\\s+NAME'),
  form('variable', '^(?:export\\s+)?(?:declare\\s+)?(?:const|let|var)\\s+NAME'),
  // CommonJS, and methods from before there were classes.
  form(
    'function',
    '^(?:(?:module\\.)?exports|[\\w$.]{1,200}\\.prototype)\\.NAME\\s*=\\s*(?:async\\s+)?(?:function\\b|\\(|[\\w$]+\\s*=>)',
  ),
  form('variable', '^(?:module\\.)?exports\\.NAME\\s*=(?!=)'),
  form(
    'method',
    '^\\s+(?:(?:public|private|protected|static|async|override|readonly|get|set)\\s+)*\\*?#?NAME\\s*(?:<[^(]{0,100}>)?\\([^;]*\\)[^;=]*\\{\\s*$',
  ),
];
const C_LIKE: readonly Form[] = [
  form(
    'type',
    '^\\s*(?:typedef\\s+)?(?:(?:public|private|protected|internal|static|final|abstract|sealed|partial|data|open)\\s+)*(?:class|struct|union|enum(?:\\s+class)?|interface|record|object|trait|protocol|extension)\\s+NAME',
  ),
  form('macro', '^\\s*#\\s*define\\s+NAME'),
  form(
    'function',
    '^\\s*(?:(?:public|private|protected|internal|static|final|override|suspend|open|inline|virtual|async)\\s+)*(?:fun|func)\\s+(?:<[^>]{0,100}>\\s*)?(?:[\\w.]+\\.)?NAME',
  ),
  form(
    'function',
    '^[\\w:<>,*&\\[\\]\\s~]{1,200}[\\s*&](?:\\w+::)?NAME\\s*\\([^;]*\\)?\\s*(?:const|noexcept|override|throws\\s+[\\w, .]+)?\\s*\\{?\\s*$',
  ),
];

const FORMS: { readonly [language: string]: readonly Form[] } = {
  TypeScript: SCRIPT,
  JavaScript: SCRIPT,
  Vue: SCRIPT,
  Svelte: SCRIPT,
  Python: [
    form('function', '^\\s*(?:async\\s+)?def\\s+NAME'),
    form('class', '^\\s*class\\s+NAME'),
    form('variable', '^NAME\\s*(?::[^=]{1,100})?=(?!=)'),
  ],
  Rust: [
    form(
      'function',
      '^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?(?:const\\s+|async\\s+|unsafe\\s+|extern\\s+"[^"]*"\\s+)*fn\\s+NAME',
    ),
    form('type', '^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?(?:struct|enum|trait|union|type|mod)\\s+NAME'),
    form('constant', '^\\s*(?:pub(?:\\([^)]*\\))?\\s+)?(?:const|static)\\s+(?:mut\\s+)?NAME\\s*:'),
    form('macro', '^\\s*macro_rules!\\s+NAME'),
  ],
  Go: [
    form('function', '^func\\s+(?:\\([^)]*\\)\\s*)?NAME'),
    form('type', '^\\s*type\\s+NAME'),
    form('variable', '^(?:var|const)\\s+NAME'),
  ],
  Ruby: [form('function', '^\\s*def\\s+(?:self\\.)?NAME'), form('class', '^\\s*(?:class|module)\\s+(?:\\w+::)*NAME')],
  PHP: [
    form('function', '^\\s*(?:(?:public|private|protected|static|abstract|final)\\s+)*function\\s+&?NAME'),
    form('class', '^\\s*(?:(?:abstract|final|readonly)\\s+)*(?:class|interface|trait|enum)\\s+NAME'),
  ],
  Shell: [form('function', '^\\s*(?:function\\s+)?NAME\\s*\\(\\)'), form('function', '^\\s*function\\s+NAME')],
  Lua: [form('function', '^\\s*(?:local\\s+)?function\\s+(?:[\\w.]+[.:])?NAME')],
  Elixir: [form('function', '^\\s*defp?\\s+NAME'), form('module', '^\\s*defmodule\\s+(?:[\\w.]+\\.)?NAME')],
  SQL: [
    form('table', '(?:CREATE|create)\\s+(?:TABLE|table|VIEW|view|FUNCTION|function)\\s+(?:IF NOT EXISTS\\s+)?NAME'),
  ],
  'Protocol Buffers': [form('message', '^\\s*(?:message|service|enum|rpc)\\s+NAME')],
  GraphQL: [form('type', '^\\s*(?:type|input|interface|enum|union|scalar)\\s+NAME')],
};
for (const name of ['C', 'C++', 'C#', 'Java', 'Kotlin', 'Scala', 'Swift', 'Dart', 'Objective-C', 'Groovy']) {
  (FORMS as { [language: string]: readonly Form[] })[name] = C_LIKE;
}
/** Words that stand where a name could, in front of a bracket. */
const NO_NAMES = new Set(
  'if for while switch catch return else do new function constructor sizeof throw await typeof'.split(' '),
);
/** Longer lines are generated. */
const MAX_LINE = 1000;

/** Arguments: `name`, `directory` (current), `match` exact | prefix | contains (exact), `limit` (100). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const name = text(args, 'name');
  const directory = projectDirectory(args, io);
  const match = oneOf(args, 'match', ['exact', 'prefix', 'contains'], 'exact');
  const limit = optionalInteger(args, 'limit') ?? 100;
  const fits = (found: string): boolean =>
    match === 'exact' ? found === name : match === 'prefix' ? found.startsWith(name) : found.includes(name);
  const { files, truncated } = await listSourceFiles(directory);
  const definitions: Json[] = [];
  let total = 0;
  for (const file of files) {
    const language = languageOf(file)?.name;
    const forms = language === undefined ? undefined : FORMS[language];
    if (language === undefined || forms === undefined) continue;
    const content = readSource(join(directory, file));
    if (content === undefined || !content.includes(name)) continue;
    for (const [at, line] of content.split(/\r?\n/).entries()) {
      if (line.length > MAX_LINE || !line.includes(name)) continue;
      for (const [kind, pattern] of forms) {
        const found = pattern.exec(line)?.[1];
        if (found === undefined || NO_NAMES.has(found) || !fits(found)) continue;
        total++;
        if (definitions.length < limit) {
          definitions.push({ name: found, kind, language, file, line: at + 1, text: line.trim().slice(0, 300) });
        }
        break;
      }
    }
  }
  return { directory, definitions, total, truncated: truncated || total > definitions.length };
}
