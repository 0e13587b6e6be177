/**
 * The URL of an HTTP handler, taken apart: what is before the path is literal, and a placeholder stands inside a segment of
 * the path. Read by the compiler, which judges it, and by the runner, which fills it. It knows no arguments.
 */

/** A piece of a segment: literal text, or the name of an argument. */
export type Piece = { readonly text: string } | { readonly arg: string };

export type UrlTemplate = {
  /** Scheme, host and port: "https://api.example.com:8443". */
  readonly origin: string;
  readonly secure: boolean;
  /** In lower case, without port; an IPv6 address in brackets. */
  readonly host: string;
  readonly segments: readonly (readonly Piece[])[];
};

const FORM = /^(https?):\/\/([^/?#@\\]*)(\/[^?#]*)?$/;
const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
/** What RFC 3986 lets stand in a segment as it is; "%" only as part of an escape. */
const LITERAL = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*$/;

/** The parts, or what is wrong in words that follow "the url". */
export function parseUrlTemplate(url: string): UrlTemplate | string {
  const [, scheme, authority, path = '/'] = FORM.exec(url) ?? [];
  if (scheme === undefined || authority === undefined) {
    return 'is not of the form https://host/path, without user, query and fragment';
  }
  if (authority.includes('{')) return 'has a placeholder before its path: scheme, host and port are literal';
  const origin = `${scheme}://${authority}`;
  let parsed: URL;
  try {
    parsed = new URL(origin);
  } catch {
    return 'names no host';
  }
  // What a parser would rewrite (capitals, a host in numbers, a port that goes without saying) would not be what it says.
  if (parsed.origin !== origin) return `has a host that is read as ${parsed.host}: write it so`;
  const segments: Piece[][] = [];
  for (const segment of path.slice(1).split('/')) {
    const pieces = piecesOf(segment);
    const literal = pieces.map((piece) => ('text' in piece ? piece.text : 'x')).join('');
    if (!LITERAL.test(literal)) return `has a segment that has to be percent-encoded: ${JSON.stringify(segment)}`;
    if (isDots(literal)) return 'has a segment "." or ".."';
    segments.push(pieces);
  }
  return { origin, secure: scheme === 'https', host: parsed.hostname, segments };
}

/** Whether a segment, escapes undone, means this directory or the one above. */
export function isDots(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

function piecesOf(segment: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of segment.matchAll(PLACEHOLDER)) {
    if (match.index > from) pieces.push({ text: segment.slice(from, match.index) });
    pieces.push({ arg: match[1] as string });
    from = match.index + match[0].length;
  }
  if (from < segment.length) pieces.push({ text: segment.slice(from) });
  return pieces;
}
