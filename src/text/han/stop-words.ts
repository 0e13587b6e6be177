/**
 * Chinese function words: particles, pronouns, question words and the courtesies of a request, in simplified form.
 * Negations (不, 没, 别) and words of order (先, 再) are not here: they carry constraints.
 */
import { isInRow } from '../word-row.ts';

const STOP_CHARACTERS = '的了吗呢吧啊呀嘛么地得着过之我你您他她它们这那哪谁啥请是';

const STOP_WORDS =
  ' 我们 你们 他们 它们 咱们 自己 这个 那个 这些 那些 这里 那里 哪个 哪些 哪里 什么 怎么 怎样 怎么样 如何 为什么 ' +
  '多少 请问 麻烦 一下 一个 可以 能够 能不能 可不可以 是不是 有没有 想要 需要 帮我 给我 帮忙 以及 还是 或者 但是 因为 所以 ';

/** True for a character that is mostly a particle or a pronoun. */
export function isHanStopCharacter(character: string): boolean {
  return STOP_CHARACTERS.includes(character);
}

/** True for a word that says nothing of the topic. */
export function isHanStopWord(word: string): boolean {
  return isInRow(STOP_WORDS, word);
}
