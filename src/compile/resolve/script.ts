/** The script of a handler: the file that lies beside its manifest, as the text that will travel in the snapshot. */
import { sha256Hex } from '../../canon/hash.ts';
import type { Diagnostic, SourceFile } from '../diagnostic.ts';
import { decodeText, MAX_SOURCE_BYTES } from '../parse.ts';
import { type Draft, diagnostic } from '../validate.ts';

/** The draft with its script, when it has one; line ends are LF, as everywhere, so that a checkout changes nothing. */
export function withScript(draft: Draft, sources: readonly SourceFile[]): Draft | Diagnostic[] {
  const { manifest, source } = draft;
  if (manifest.type !== 'action' || manifest.handler.kind !== 'script') return draft;
  const { file } = manifest.handler;
  const path = `${source.file.slice(0, source.file.lastIndexOf('/') + 1)}${file}`;
  const refuse = (message: string, expected?: string) => [
    diagnostic(source, ['handler', 'file'], 'bad_script', message, { received: file, expected }),
  ];
  const found = sources.find((one) => one.path === path && (one.root ?? 0) === source.root);
  if (found === undefined) {
    const stem = source.file.slice(source.file.lastIndexOf('/') + 1).replace(/\.ya?ml$/, '');
    return refuse('there is no such script beside the manifest', `a file named like the manifest: ${stem}.EXTENSION`);
  }
  if (found.bytes.byteLength > MAX_SOURCE_BYTES) {
    return refuse(`the script has ${found.bytes.byteLength} bytes; at most ${MAX_SOURCE_BYTES} are read`);
  }
  const text = decodeText(found.bytes);
  if (typeof text !== 'string') return refuse(`the script is not UTF-8 from line ${text.line} on`);
  if (text.trim() === '' || text.includes('\0')) return refuse('the script is empty, or holds a NUL character');
  return { ...draft, script: { text, sha256: sha256Hex(text) } };
}
