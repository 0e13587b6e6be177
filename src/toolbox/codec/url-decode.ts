/** Tool `codec_url_decode`: the text, and the parameters where there is a query part. */
import { flag, text } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';

export function run(args: JsonObject): Json {
  const input = text(args, 'text');
  const plus = flag(args, 'plus_as_space');
  return { text: decode(input, plus), parameters: parametersOf(input) };
}

function decode(part: string, plus: boolean): string {
  const source = plus ? part.replaceAll('+', ' ') : part;
  const bad = /%(?![0-9A-Fa-f]{2})/.exec(source);
  if (bad !== null)
    throw new ToolFailure(`a "%" without two hexadecimal digits at ${bad.index + 1}`, 'invalid_arguments');
  try {
    return decodeURIComponent(source);
  } catch {
    throw new ToolFailure('the escaped bytes are not UTF-8', 'invalid_arguments');
  }
}

/** In a query part a plus is a blank. */
function parametersOf(input: string): { name: string; value: string }[] {
  const start = input.indexOf('?');
  const query = start >= 0 ? input.slice(start + 1).split('#')[0]! : /^[^\s=&?#]+=[^\s]*$/.test(input) ? input : '';
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      return { name: decode(name, true), value: decode(value, true) };
    });
}
