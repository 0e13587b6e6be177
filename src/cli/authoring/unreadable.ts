/** What is thrown inside this room for a text that an author has to type again; its door makes a refusal of it. */

/** Something that was typed and cannot be read: the flag, and what is expected there. */
export class Unreadable extends Error {
  readonly flag: string;

  constructor(flag: string, message: string) {
    super(message);
    this.name = 'Unreadable';
    this.flag = flag;
  }
}
