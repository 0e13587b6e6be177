/**
 * An HTTP handler against the schema and the rest of its manifest: the URL is a URL, every argument can be written where
 * it stands, nothing secret goes over an open line, and the headers that frame a request are left to the sender.
 */
import type { HttpBody, HttpField, HttpHandler } from '../../capability/capability.ts';
import type { ActionManifest } from '../../capability/manifest.ts';
import { parseUrlTemplate, type UrlTemplate } from '../../capability/url-template.ts';
import type { Path } from '../parse.ts';
import { valueAt } from '../validate.ts';
import type { ArgumentUse } from './argument-use.ts';

/** The sender sets these itself: with them a request could be split in two, or meant for another host. */
const FRAMING: ReadonlySet<string> = new Set(
  'connection content-length content-type expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);
/** Hosts that are this machine whatever a name server says. */
const THIS_MACHINE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export function checkHttp(use: ArgumentUse, handler: HttpHandler, manifest: ActionManifest): void {
  const template = parseUrlTemplate(handler.url);
  if (typeof template === 'string') {
    use.report(['handler', 'url'], 'bad_handler', `the url ${template}`, { received: handler.url });
  } else {
    checkPath(use, template);
    checkReach(use, template, handler, manifest);
  }
  for (const [i, field] of (handler.query ?? []).entries()) checkField(use, field, ['handler', 'query', i], true);
  checkHeaders(use, handler, manifest);
  checkBody(use, handler);
  if (handler.redirects !== undefined && !reads(handler)) {
    use.report(['handler', 'redirects'], 'bad_handler', 'only GET and HEAD follow redirects');
  }
}

function checkPath(use: ArgumentUse, { segments }: UrlTemplate): void {
  for (const piece of segments.flat()) {
    if ('text' in piece) continue;
    use.scalar(piece.arg, ['handler', 'url']);
    if (use.alwaysThere(piece.arg)) continue;
    const expected = 'required, or a default';
    use.report(['handler', 'url'], 'bad_handler', `the path needs ${piece.arg}, and a call may leave it out`, {
      expected,
    });
  }
}

/** What network_policy, the scheme and the secrets say together. */
function checkReach(use: ArgumentUse, template: UrlTemplate, handler: HttpHandler, manifest: ActionManifest): void {
  const near = THIS_MACHINE.test(template.host);
  if (manifest.network_policy === 'none') {
    const expected = 'outbound, or loopback for a server on this machine';
    use.report(['network_policy'], 'bad_handler', 'a request needs a network', { expected });
  }
  if (manifest.network_policy === 'loopback' && !near) {
    use.report(['handler', 'url'], 'bad_handler', 'network_policy is loopback, and this host is elsewhere', {
      expected: 'localhost, 127.0.0.1 or [::1]',
    });
  }
  if (near && handler.private_network !== true) {
    use.report(['handler', 'url'], 'bad_handler', 'a server on this machine needs private_network: true');
  }
  if (template.secure || near) return;
  const secret = (handler.headers ?? []).some((header) => 'secret' in header);
  if (secret)
    use.report(['handler', 'url'], 'bad_handler', 'a secret would cross the network unencrypted', {
      expected: 'https',
    });
  else if (handler.private_network !== true) {
    use.report(['handler', 'url'], 'bad_handler', 'an unencrypted request over the open network', {
      expected: 'https',
    });
  }
}

function checkField(use: ArgumentUse, field: HttpField, path: Path, textOnly: boolean): void {
  if ('value' in field) return;
  const property = use.property(field.arg, [...path, 'arg']);
  if (property === undefined) return;
  const type = valueAt(property, ['type']);
  if (field.each === true && type !== 'array') {
    use.report([...path, 'each'], 'bad_handler', `${field.arg} is not a list`, { expected: 'type: array' });
    return;
  }
  if (!textOnly && field.prefix === undefined) return;
  const single = field.each === true ? valueAt(property, ['items', 'type']) : type;
  if (single === 'array' || single === 'object') {
    const message = `${field.arg} is no single value: it cannot be written as text`;
    use.report([...path, 'arg'], 'bad_handler', message, { expected: single === 'array' ? 'each: true' : undefined });
  }
}

function checkHeaders(use: ArgumentUse, handler: HttpHandler, manifest: ActionManifest): void {
  const seen = new Set<string>();
  let takesKey = false;
  for (const [i, header] of (handler.headers ?? []).entries()) {
    const path: Path = ['handler', 'headers', i];
    const name = header.name.toLowerCase();
    if (FRAMING.has(name) || name.startsWith('proxy-')) {
      use.report([...path, 'name'], 'bad_handler', `${header.name} is set by the sender itself`);
    }
    if (seen.has(name)) use.report([...path, 'name'], 'bad_handler', `${header.name} stands twice`);
    seen.add(name);
    if ('arg' in header) {
      if (header.each === true) use.report([...path, 'each'], 'bad_handler', 'a header has one value');
      use.scalar(header.arg, [...path, 'arg']);
    }
    takesKey ||= 'idempotency_key' in header;
  }
  if (takesKey === (manifest.idempotency === 'backend_key')) return;
  const message = takesKey
    ? 'a header hands on the idempotency key, so idempotency is backend_key'
    : 'idempotency is backend_key, and no header hands the key on';
  use.report(['idempotency'], 'bad_handler', message, {
    expected: 'a header with idempotency_key: true, and backend_key',
  });
}

function checkBody(use: ArgumentUse, handler: HttpHandler): void {
  const { body } = handler;
  if (body === undefined) return;
  if (reads(handler)) use.report(['handler', 'body'], 'bad_handler', `${handler.method} carries no body`);
  if (body.format === 'text') use.text(body.arg, ['handler', 'body', 'arg']);
  else if ('arg' in body) use.property(body.arg, ['handler', 'body', 'arg']);
  else checkFields(use, body);
}

function checkFields(use: ArgumentUse, body: Extract<HttpBody, { fields: unknown }>): void {
  for (const [i, field] of body.fields.entries()) {
    checkField(use, field, ['handler', 'body', 'fields', i], body.format === 'form');
  }
}

function reads({ method }: HttpHandler): boolean {
  return method === 'GET' || method === 'HEAD';
}
