/**
 * Whether a text asks what is so, rather than for something to be done: "is there a key", "谁占着端口". Whoever asks wants
 * to look, whatever verbs the question holds. "How do I" and "can you" ask for a deed.
 */
import { isInRow } from '../word-row.ts';
import type { Unit } from './unit.ts';

/** English words that open a question; those of the second row only before a person. */
const OPENERS = ' is are am was were which what who whose where when why how has does did ';
const BEFORE_A_PERSON = ' do have ';
const PERSONS = ' i we you they ';
/** Behind how, where and what they ask for the way to do something. */
const WAYS = ' to do can could should would must about ';
/** Ideographs, alone or in a word, that ask; and those before which, or before what, the sentence is a request. */
const ASKING = '谁哪啥';
const ASKING_PAIRS = ' 什么 多少 有没 是不 是否 几个 多大 多久 多长 ';
const REQUESTING = '把请帮将给让怎咋';

/** True for a question about how things are. `units` of one reading. */
export function isQuestion(units: readonly Unit[]): boolean {
  const [first, second] = units;
  if (first === undefined) return false;
  if (!first.isHan) {
    if (isInRow(BEFORE_A_PERSON, first.form)) return second !== undefined && isInRow(PERSONS, second.form);
    return isInRow(OPENERS, first.form) && (second === undefined || !isInRow(WAYS, second.form));
  }
  for (let at = 0; at < units.length; at++) {
    const form = (units[at] as Unit).form;
    if (REQUESTING.includes(form)) return false;
    if (ASKING.includes(form) || isInRow(ASKING_PAIRS, form + (units[at + 1]?.form ?? ''))) return true;
  }
  return false;
}
