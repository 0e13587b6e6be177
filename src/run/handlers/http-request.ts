/**
 * The template of an HTTP handler and valid arguments become one request. A value stays where the template puts it: within
 * its segment, its pair or its header; what cannot be carried there is refused. Pure; secrets are names here.
 */
import { canonicalJson } from '../../canon/json.ts';
import type { HttpBody, HttpField, HttpHandler, HttpHeader, Json, JsonObject } from '../../capability/capability.ts';
import { isDots, type Piece, parseUrlTemplate, type UrlTemplate } from '../../capability/url-template.ts';
import { type ArgumentProblem, exampleAt, type InvalidArguments, invalid } from '../arguments.ts';
import { describeValue } from '../expectation.ts';
import type { HandlerCall } from './prepared.ts';

type Header = { readonly name: string } & (
  | { readonly value: string }
  | { readonly secret: string; readonly prefix: string }
);
type Body = { readonly content_type: string; readonly text: string };

export type BuiltRequest = {
  readonly kind: 'http_request';
  readonly method: HttpHandler['method'];
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body: Body | undefined;
  /** Everything that the child needs, secrets aside. */
  readonly document: JsonObject;
};

/** Bytes of a response body when the manifest does not say; an answer shows far less. */
const RESPONSE_BYTES = 1_000_000;

export function buildRequest(handler: HttpHandler, call: HandlerCall): BuiltRequest | InvalidArguments {
  const { capability, policy } = call;
  const template = parseUrlTemplate(handler.url);
  if (typeof template === 'string') throw new Error(`the url of ${capability.id} ${template}`);
  const fill = new Fill(call);
  const path = template.segments.map((segment) => fill.segment(segment)).join('/');
  const query = fill.pairs(handler.query ?? []);
  const url = `${template.origin}/${path}${query === '' ? '' : `?${query}`}`;
  const headers = (handler.headers ?? []).flatMap((header) => fill.header(header));
  const body = handler.body === undefined ? undefined : fill.body(handler.body);
  if (fill.problems.length > 0) return invalid(capability, fill.problems);
  const { method, status, redirects, response } = handler;
  const hosts = [...ownHosts(template), ...(redirects?.hosts ?? [])];
  const document = {
    method,
    url,
    headers,
    ...(body === undefined ? {} : { body }),
    ok: status?.ok ?? null,
    empty: status?.empty ?? [],
    redirects: redirects?.max ?? 0,
    hosts,
    private_hosts: handler.private_network === true ? [...(policy.network?.privateHosts ?? [])] : [],
    loopback_only: capability.networkPolicy === 'loopback',
    format: response?.format ?? 'json',
    max_bytes: response?.max_bytes ?? RESPONSE_BYTES,
    changes: capability.sideEffect !== 'R',
  };
  return { kind: 'http_request', method, url, headers, body, document };
}

/** Its own host at its own port; where that is the one of http, the one of https as well, which a server may send on to. */
function ownHosts({ origin, host, secure }: UrlTemplate): string[] {
  const { port } = new URL(origin);
  if (port !== '') return [`${host}:${port}`];
  return secure ? [`${host}:443`] : [`${host}:80`, `${host}:443`];
}

/** The request as it may be shown: secrets by their names. */
export function showRequest({ method, url, headers, body }: BuiltRequest) {
  const shown = headers.map((header) => ({
    name: header.name,
    value: 'value' in header ? header.value : `${header.prefix}<secret ${header.secret}>`,
  }));
  return { method, url, headers: shown, ...(body === undefined ? {} : { body: body.text }) };
}

/** Writes values into the places of a template and collects what does not fit. */
class Fill {
  readonly problems: ArgumentProblem[] = [];
  private readonly call: HandlerCall;

  constructor(call: HandlerCall) {
    this.call = call;
  }

  /** A value can neither end its segment nor become one that means another directory. */
  segment(pieces: readonly Piece[]): string {
    const names = pieces.flatMap((piece) => ('arg' in piece ? [piece.arg] : []));
    const text = pieces.map((piece) => ('text' in piece ? piece.text : this.inPath(piece.arg))).join('');
    const name = names[0];
    const told = this.problems.some(({ path }) => path === `/arguments/${name}`);
    if (name !== undefined && !told && (text === '' || isDots(text))) {
      this.refuse(name, 'a value that is neither empty nor "." or "..": it names a part of a path');
    }
    return text;
  }

  private inPath(name: string): string {
    const text = textOf(this.value(name) ?? '');
    if (/\p{Cc}/u.test(text)) this.refuse(name, 'a value without control characters');
    // Encoded slashes are decoded by some servers; a value that climbs would then leave its place there.
    else if (text.split(/[/\\]/).includes('..')) this.refuse(name, 'a value without ".." between slashes');
    return encode(text);
  }

  pairs(fields: readonly HttpField[]): string {
    const pairs = fields.flatMap((field) => this.texts(field).map((text) => `${encode(field.name)}=${encode(text)}`));
    return pairs.join('&');
  }

  header(header: HttpHeader): Header[] {
    const { name } = header;
    if ('secret' in header) return [{ name, secret: header.secret, prefix: header.prefix ?? '' }];
    if ('idempotency_key' in header) {
      const key = this.call.idempotencyKey;
      return key === undefined ? [] : [{ name, value: key }];
    }
    const values = this.texts(header);
    if ('arg' in header && values.some((value) => !/^[\t\u0020-\u007e]*$/.test(value))) {
      this.refuse(header.arg, 'printable ASCII on one line: a header carries nothing else');
    }
    return values.map((value) => ({ name, value }));
  }

  body(body: HttpBody): Body {
    if (body.format === 'text') {
      return {
        content_type: `${body.content_type ?? 'text/plain'}; charset=utf-8`,
        text: textOf(this.value(body.arg) ?? ''),
      };
    }
    if (body.format === 'form')
      return { content_type: 'application/x-www-form-urlencoded', text: this.pairs(body.fields) };
    const document = 'arg' in body ? (this.value(body.arg) ?? null) : this.members(body.fields);
    return { content_type: 'application/json', text: canonicalJson(document) };
  }

  private members(fields: readonly HttpField[]): JsonObject {
    return Object.fromEntries(
      fields.flatMap((field): [string, Json][] => {
        if ('value' in field) return [[field.name, field.value]];
        const value = this.value(field.arg);
        if (value === undefined) return [];
        if (field.prefix === undefined) return [[field.name, value]];
        const texts = this.texts(field);
        return [[field.name, field.each === true ? texts : (texts[0] ?? '')]];
      }),
    );
  }

  private texts(field: HttpField): string[] {
    if ('value' in field) return [field.value];
    const value = this.value(field.arg);
    if (value === undefined || value === null) return [];
    const parts = field.each === true && Array.isArray(value) ? (value as readonly Json[]) : [value];
    return parts.map((part) => `${field.prefix ?? ''}${textOf(part)}`);
  }

  private value(name: string): Json | undefined {
    const { values } = this.call;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (typeof value !== 'string' || value.isWellFormed()) return value;
    this.refuse(name, 'well-formed Unicode text');
    return value.toWellFormed();
  }

  private refuse(name: string, expected: string): void {
    const { capability, values } = this.call;
    const example = exampleAt(capability, `/${name}`);
    const problem = { path: `/arguments/${name}`, expected, received: describeValue(values[name]) };
    this.problems.push(example === undefined ? problem : { ...problem, example });
  }
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}

/** Everything but the unreserved characters of RFC 3986 is escaped. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
