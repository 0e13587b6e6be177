/** Run as a child of determinism.test.ts: compiles the small catalog as told by argv and prints what came out. */
import { createHash } from 'node:crypto';
import { compileCatalog } from '../../src/compile/compile.ts';
import { SMALL, sources } from './small-catalog.ts';

const [order, lineEnds] = process.argv.slice(2);
const texts = Object.entries(SMALL).map(([path, text]): [string, string] => [
  path,
  lineEnds === 'crlf' ? `\ufeff${text.replaceAll('\n', '\r\n')}` : text,
]);
if (order === 'reversed') texts.reverse();
const compiled = compileCatalog(sources(Object.fromEntries(texts)));
if (Array.isArray(compiled)) throw new Error(JSON.stringify(compiled));
const { snapshot, sourceHash, surfaceHash } = compiled;
console.log(createHash('sha256').update(snapshot).digest('hex'), sourceHash, surfaceHash);
