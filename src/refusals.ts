/** What a search loads when its request is refused: the script that says why. */
export { SEARCH_FORM } from './verbs/search-form.ts';
