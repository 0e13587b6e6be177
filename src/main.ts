/** The first script of every process but those that only look around (see browse.ts): it answers a search at once. */
import { serve } from './quick.ts';
import { SEARCH } from './verbs/search-verb.ts';

serve([SEARCH]);
