/** The TABLE of verbs that a cold process answers within its first milliseconds: nothing here reaches a heavy library. */
import { BROWSE_VERBS } from './browse-verbs.ts';
import type { Verb } from './dispatch.ts';
import { SEARCH_FORM } from './search-form.ts';
import { searchVerb } from './search-verb.ts';

export const HOT_VERBS: readonly Verb[] = [searchVerb(SEARCH_FORM), ...BROWSE_VERBS];
