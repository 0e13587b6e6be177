/** The first script of every process but those that only look around (see browse.ts): it answers a search at once. */
import { createRequire } from 'node:module';
import { validate } from './contract/generated/tool-search.v1.quick.js';
import { loadEmbeddedScript } from './platform/cold.ts';
import { ASSETS, isPackaged } from './platform/embedded.ts';
import { serve } from './quick.ts';
import { searchVerb, subqueriesFit } from './verbs/search-verb.ts';

type RefusalsScript = typeof import('./refusals.ts');

/** What says why a request is refused: hardly any is. */
function searchForm(): RefusalsScript['SEARCH_FORM'] {
  const { SEARCH_FORM } = isPackaged()
    ? (loadEmbeddedScript(ASSETS.refusalsScript, ASSETS.refusalsCode) as RefusalsScript)
    : (createRequire(import.meta.url)('./refusals.ts') as RefusalsScript);
  return SEARCH_FORM;
}

serve([
  searchVerb({
    validate,
    limits: subqueriesFit,
    explain: (value) => searchForm().explain(value),
    withExample: (refusal, path) => searchForm().withExample(refusal, path),
  }),
]);
