/** Tool `codec_url_encode`. */
import { oneOf, text } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';

export function run(args: JsonObject): Json {
  const input = text(args, 'text');
  if (!input.isWellFormed()) throw new ToolFailure('the text holds half a character', 'invalid_arguments');
  const mode = oneOf(args, 'mode', ['component', 'url', 'form'], 'component');
  if (mode === 'url') {
    // What is escaped already stays so.
    return { text: encodeURI(input).replace(/%25([0-9A-Fa-f]{2})/g, '%$1') };
  }
  // RFC 3986 reserves these too, though the language's own function leaves them.
  const escaped = encodeURIComponent(input).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return { text: mode === 'form' ? escaped.replaceAll('%20', '+') : escaped };
}
