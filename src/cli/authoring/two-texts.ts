/** One text in both languages as an author types it, `ZH | EN`. */
import { Unreadable } from './unreadable.ts';

export type Texts = { readonly zh: string; readonly en: string };

/** Both, trimmed. Throws Unreadable, which names `flag`, where one of them is not there. */
export function texts(flag: string, text: string): Texts {
  const parts = text.split('|').map((part) => part.trim());
  const [zh = '', en = ''] = parts;
  if (parts.length === 2 && zh !== '' && en !== '') return { zh, en };
  throw new Unreadable(flag, `"${text.trim()}" is not one Chinese and one English text with | between them`);
}
