/**
 * English function words: articles, pronouns, auxiliaries, prepositions, and the courtesies of a request. Verbs of doing
 * (get, list, run) are not here: how little they weigh is for the ranking to decide. Nor are `not`, `no`, `without`,
 * `before`, `after`: they carry constraints.
 */
import { isInRow } from '../word-row.ts';

const STOP_WORDS =
  ' a an the this that these those it its i me my mine we us our ours you your yours he him his she her hers they them ' +
  'their theirs who whom whose which what where when why how is am are was were be been being do does did doing done ' +
  'has have had having can could may might must shall should will would let lets of in on at by to for from with as ' +
  'into onto about and or but if so than then there here also just some any each please want wants need needs like ' +
  "i'm i'd i'll i've you're we're they're it's that's what's who's where's how's there's let's ";

/** True for a folded word that says nothing of the topic. */
export function isEnglishStopWord(word: string): boolean {
  return isInRow(STOP_WORDS, word);
}
