/** The whole form of a search request: what it must be, and what to say where it is not. */
import { requestForm } from '../contract/explain.ts';
import * as searchForm from '../contract/generated/tool-search.v1.js';
import { subqueriesFit } from './search-verb.ts';

export const SEARCH_FORM = requestForm({
  version: 'tool-search.v1',
  validate: searchForm.validate,
  fields: searchForm.FIELDS,
  example: searchForm.EXAMPLE,
  limits: subqueriesFit,
});
