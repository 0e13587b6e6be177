/** Where a new capability will stand and what is there already: read once, before anything is asked or written. */
import type { Capability, JsonObject, SideEffect } from '../../capability/capability.ts';
import { VOCABULARY_PATH } from '../../compile/compile.ts';
import type { Diagnostic, SourceFile } from '../../compile/diagnostic.ts';
import { isRefusal, refuse } from '../../reason/refusal.ts';
import { refusalAnswer } from '../../verbs/dispatch.ts';
import { builtinCapabilities, builtinVocabulary, checkSources, invalid } from '../catalog-compile.ts';
import { invalidWork, type Work } from '../catalog-work.ts';
import type { CatalogFiles } from '../host.ts';
import { actionDraft, packDraft, recipeDraft } from './draft.ts';
import type { Terms } from './fill.ts';
import type { Flags, Kind } from './questions.ts';
import { firstTerm, proposeTerms, readVocabulary, termsNear } from './terms.ts';

/** What the command line says beside the texts. */
export type Settings = {
  readonly directory: string;
  readonly network: string;
  readonly output: string;
  readonly withBuiltin: boolean;
};

export type Site = Settings & {
  readonly id: string;
  readonly kind: Kind;
  /** The file of the new manifest, inside the catalog. */
  readonly path: string;
  readonly sources: readonly SourceFile[];
  /** Terms that the vocabulary has, the tags that texts name, and what one more source makes of the catalog. */
  readonly terms: Terms;
  readonly propose: (said: Partial<Flags>) => Pick<Flags, 'entity' | 'intent'>;
  /** All terms for a flag, those near to the texts apart. */
  readonly known: (flag: 'entity' | 'intent', said: Partial<Flags>) => ReturnType<typeof termsNear>;
  readonly check: (source: SourceFile) => readonly Capability[] | readonly Diagnostic[];
};

/** The file of a capability, by its id. */
export function placeOf(directory: string, id: string, kind: Kind): string {
  return `${directory}/${inside(id, kind)}`;
}

function inside(id: string, kind: Kind): string {
  return `${id.replaceAll('.', '/')}${kind === 'pack' ? '/_pack' : ''}.yaml`;
}

/** Reads the catalog; one that has errors, or has no pack for the id, is refused. */
export function siteOf(id: string, kind: Kind, settings: Settings, files: CatalogFiles): Site | Work {
  const { directory, withBuiltin } = settings;
  const sources = files.exists(directory) ? files.read([directory]) : [];
  if (isRefusal(sources)) return { answer: refusalAnswer(sources) };
  const executable = builtinCapabilities(files);
  if (isRefusal(executable)) return { answer: refusalAnswer(executable) };
  const builtin = withBuiltin ? executable : [];
  const there = sources.length === 0 ? builtin : checkSources(sources, builtin, files);
  if (isDiagnostics(there)) return invalidWork(invalid(there));
  const pack = id.split('.').slice(0, -1).join('.');
  if (pack !== '' && !there.some((one) => one.id === pack && one.type === 'pack')) {
    const message = `The pack ${pack} is not there yet; it comes first.`;
    const example = `cap catalog new ${pack} --type pack -d ${directory}`;
    return { answer: refusalAnswer(refuse('usage', { message, example })) };
  }
  const own = sources.filter(({ path }) => path === VOCABULARY_PATH);
  const vocabulary =
    own.length === 0 ? builtinVocabulary(files) : readVocabulary(new TextDecoder().decode(own[0]?.bytes));
  const propose: Site['propose'] = (said) => {
    const { entity, intent, sideEffect } = said;
    const texts = textsOf(said);
    const wanted = intent?.length ? intent : proposeTerms(vocabulary, 'action', texts);
    return {
      entity: entity?.length ? entity : proposeTerms(vocabulary, 'domain', texts),
      intent: wanted.length > 0 || sideEffect !== 'R' ? wanted : ['query'],
    };
  };
  return {
    ...settings,
    id,
    kind,
    path: inside(id, kind),
    sources,
    terms: { entity: firstTerm(vocabulary, 'domain'), intent: firstTerm(vocabulary, 'action') },
    propose,
    known: (flag, said) => termsNear(vocabulary, flag === 'entity' ? 'domain' : 'action', textsOf(said)),
    check: (source) => checkSources([...own, source], there, files),
  };
}

function textsOf({ title = '', summary = '', alias = [], when = [] }: Partial<Flags>): string[] {
  return [title, summary, ...alias, ...when];
}

/** The manifest of what was said. Throws Unreadable. */
export function draftOf(flags: Flags, { id, kind, network, output }: Omit<Site, 'check'>): JsonObject {
  const { title = '', summary = '', done = '', stop = '' } = flags;
  const said = {
    ...flags,
    id,
    network,
    output,
    title,
    summary,
    done,
    stop,
    sideEffect: flags.sideEffect as SideEffect,
  };
  return { action: actionDraft, recipe: recipeDraft, pack: packDraft }[kind](said);
}

/** Whether checking ended in errors. */
export function isDiagnostics(
  checked: readonly Capability[] | readonly Diagnostic[],
): checked is readonly Diagnostic[] {
  const [first] = checked;
  return first !== undefined && 'reason' in first;
}
