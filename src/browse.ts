/** The first script of `cap inspect` and `cap list` in the executable: a search need not load what only they run. */
import { serve } from './quick.ts';
import { BROWSE_VERBS } from './verbs/browse-verbs.ts';

serve(BROWSE_VERBS);
