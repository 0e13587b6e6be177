/** Several catalog directories as one: a later one may replace what an earlier one has; twice in the same one is a mistake. */
import { compare, type Diagnostic } from '../diagnostic.ts';
import { type Draft, diagnostic } from '../validate.ts';
import { wasThereBefore } from './there-before.ts';

/** `replace`: the later directory wins and that is reported. `refuse`: no id may come twice. */
export type OverridePolicy = 'replace' | 'refuse';

/** An id whose manifest was replaced, with the sources of both. */
export type Override = {
  readonly id: string;
  readonly file: string;
  readonly root: number;
  readonly replaced: { readonly file: string; readonly root: number };
};

type Overlaid = {
  readonly kept: readonly Draft[];
  readonly overrides: readonly Override[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Keeps one draft an id. The result does not depend on the order of the drafts, only on their roots and paths. */
export function overlay(drafts: readonly Draft[], policy: OverridePolicy): Overlaid {
  const ordered = [...drafts].sort((a, b) => a.source.root - b.source.root || compare(a.source.file, b.source.file));
  const byId = new Map<string, Draft>();
  const overrides: Override[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const draft of ordered) {
    const { id } = draft.manifest;
    const earlier = byId.get(id);
    if (earlier !== undefined && earlier.source.root === draft.source.root) {
      const message = `${id} is already defined at ${placeOf(earlier)}`;
      diagnostics.push(diagnostic(draft.source, ['id'], 'duplicate_id', message));
      continue;
    }
    if (earlier !== undefined && policy === 'refuse') {
      const message = `${id} would replace the one at ${placeOf(earlier)}, and overriding is not allowed`;
      diagnostics.push(diagnostic(draft.source, ['id'], 'override_refused', message));
      continue;
    }
    if (earlier !== undefined) {
      const { file, root } = draft.source;
      overrides.push({ id, file, root, replaced: { file: earlier.source.file, root: earlier.source.root } });
    }
    byId.set(id, draft);
  }
  return { kept: [...byId.values()], overrides, diagnostics };
}

/** `file:line` of a draft's id, for messages about another draft. */
export function placeOf(draft: Draft, path: readonly (string | number)[] = ['id']): string {
  if (wasThereBefore(draft)) return 'there before';
  return `${draft.source.file}:${draft.source.locate(path).line}`;
}
