/** Asks one question on its terminal and prints what came of it: the child of a test. */
import { askPerson } from '../../src/platform/ask-person.ts';

process.stdout.write(`${JSON.stringify(await askPerson('The word: '))}\n`);
