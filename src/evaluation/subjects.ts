/**
 * What a path has to measure: a directory of our own judgements, a foreign set, a directory of such sets, or one file of
 * questions. Each set is made when its turn comes. It knows no figures.
 */
import { isRefusal, type Refusal, refuse } from '../reason/refusal.ts';
import type { NumericSection } from '../text/views.ts';
import { foreignTools } from './foreign-set.ts';
import { type EvaluationHost, textAt } from './host.ts';
import { fileQuestions, type Half, OWN_FORMS, ownQuestions } from './judgements.ts';
import { foreignWorld, type JudgedSet } from './run-set.ts';

/** `own` are judgements of the chosen catalog, by file name; `sets` bring what they ask about. */
export type Subject =
  | { readonly kind: 'own'; readonly directory: string; readonly textOf: (file: string) => string | undefined }
  | { readonly kind: 'sets'; readonly sets: Iterable<JudgedSet> };

/** Name of the set of our own judgements. */
const OWN = 'own';

export function subjectAt(path: string, only: string | undefined, host: EvaluationHost): Subject | Refusal {
  const names = host.list(path);
  if (names === undefined) return fileAt(path, host);
  if (isForeign(names)) return foreign([path], host);
  if (OWN_FORMS.some(({ file }) => names.includes(`${file}.jsonl`))) {
    return { kind: 'own', directory: path, textOf: (file) => textAt(host.join(path, `${file}.jsonl`), host) };
  }
  const sets = names.filter(
    (name) => (only === undefined || name === only) && isForeign(host.list(host.join(path, name))),
  );
  if (sets.length === 0) return nothingAt(path);
  return foreign(
    sets.map((name) => host.join(path, name)),
    host,
  );
}

/** One half of our own judgements, over the chosen catalog. */
export function ownSet({ textOf }: Extract<Subject, { kind: 'own' }>, half: Half, host: EvaluationHost): JudgedSet {
  return { name: OWN, half, questions: ownQuestions(textOf, half), world: host.world, closed: false };
}

function fileAt(path: string, host: EvaluationHost): Subject | Refusal {
  const text = textAt(path, host);
  if (text === undefined) return nothingAt(path);
  const name = nameOf(path).replace(/\.jsonl$/, '');
  const set = { name, questions: fileQuestions(name, text), world: host.world, closed: false };
  return { kind: 'sets', sets: [set] };
}

function foreign(directories: readonly string[], host: EvaluationHost): Subject | Refusal {
  const language = host.language();
  if (isRefusal(language)) return language;
  return { kind: 'sets', sets: foreignSets(directories, language, host) };
}

function* foreignSets(
  directories: readonly string[],
  language: readonly NumericSection[] | null,
  host: EvaluationHost,
): Iterable<JudgedSet> {
  for (const directory of directories) {
    const textOf = (file: string) => textAt(host.join(directory, file), host) ?? '';
    const questions = fileQuestions('queries', textOf('queries.jsonl'));
    const world = foreignWorld(foreignTools(textOf('tools.jsonl'), 'tools'), language);
    yield { name: nameOf(directory), questions, world, closed: true };
  }
}

function isForeign(names: readonly string[] | undefined): boolean {
  return names?.includes('tools.jsonl') === true && names.includes('queries.jsonl');
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '' && part !== '.') ?? path;
}

function nothingAt(path: string): Refusal {
  return refuse('usage', {
    message: 'There are no judgements here.',
    expected: `a directory with ${OWN_FORMS.map(({ file }) => `${file}.jsonl`).join(', ')}, one with tools.jsonl and queries.jsonl, a directory of such, or one file of questions`,
    received: path,
  });
}
