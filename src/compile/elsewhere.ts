/**
 * The line of lexicon/elsewhere: the YAML of common operations → checked → sections that ride along with the lexicon
 * (CompileOptions.dictionary). Pure. It knows no catalog: what a catalog has of them shows when it is asked.
 */

import type { FieldedDocument } from '../fulltext/fields.ts';
import { LENGTHS } from '../fulltext/layout.ts';
import { buildStringTable } from '../fulltext/string-table.ts';
import { buildLexical } from '../fulltext/write.ts';
import { elsewhereSections, isIndexed, LABELS_TABLE, USUAL } from '../snapshot/elsewhere.ts';
import { analyze } from '../text/analyze.ts';
import type { NumericSection } from '../text/views.ts';
import { compare, type Diagnostic, type SourceFile, sortDiagnostics } from './diagnostic.ts';
import { lexiconOf, segmenterOf } from './language.ts';
import { OperationTheme } from './lexicon-form.ts';
import { readForms } from './read-form.ts';
import { strengthsOf, type TextsIn } from './usual-strength.ts';
import { diagnostic } from './validate.ts';

/** Where a catalog directory keeps them. */
const OPERATIONS_DIRECTORY = 'lexicon/elsewhere/';

type Operation = OperationTheme['operations'][number];

/**
 * The sections of all operations among the sources, or everything that is wrong with them. `language`: the sections of the
 * dictionary and the lexicon that queries are read with. No files, no sections.
 */
export function compileElsewhere(
  sources: readonly SourceFile[],
  language: readonly NumericSection[],
): NumericSection[] | Diagnostic[] {
  const { themes, found } = readForms(sources, OPERATIONS_DIRECTORY, OperationTheme);
  const operations: Operation[] = [];
  const seen = new Set<string>();
  for (const { form, source } of themes) {
    form.operations.forEach((operation, at) => {
      const label = labelOf(operation);
      if (seen.has(label)) {
        const message = `the operation "${label}" is given twice`;
        found.push(diagnostic(source, ['operations', at, 'en', 0], 'duplicate_id', message));
      }
      seen.add(label);
      operations.push(operation);
    });
  }
  if (found.length > 0) return sortDiagnostics(found);
  return operations.length === 0 ? [] : sectionsOf(operations, language);
}

function sectionsOf(unordered: readonly Operation[], language: readonly NumericSection[]): NumericSection[] {
  const operations = [...unordered].sort((a, b) => compare(labelOf(a), labelOf(b)));
  const [words, lexicon] = [segmenterOf(language), lexiconOf(language)];
  const read = (text: string) => analyze(text, words, lexicon).filter(({ term }) => isIndexed(term));
  const index = buildLexical(operations.map(toDocument), read).filter(({ name }) => name !== LENGTHS);
  const texts = operations.map(
    (operation): TextsIn =>
      (spoken) =>
        operation[spoken],
  );
  const { zh, en } = strengthsOf(texts, index, words, lexicon);
  return elsewhereSections([
    ...index,
    { name: USUAL.zh, type: 'u32', data: zh },
    { name: USUAL.en, type: 'u32', data: en },
    ...buildStringTable(LABELS_TABLE, operations.map(labelOf)),
  ]);
}

/** Its first English phrase, which a hint quotes. */
function labelOf({ en }: Operation): string {
  return en[0] as string;
}

function toDocument({ zh, en, symptoms = [] }: Operation): FieldedDocument {
  const [titles, aliases] = [[en, zh].map((texts) => texts.slice(0, 1)), [en, zh].map((texts) => texts.slice(1))];
  return {
    fields: {
      identity: [],
      title: titles.flat(),
      summary: [],
      description: [],
      aliases: aliases.flat(),
      usage: [],
      parameters: [],
      keywords: symptoms,
    },
  };
}
