/** What the compiler says of handlers that are no command: scripts beside their manifest, requests, tools of servers. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/canon/hash.ts';
import type { ScriptHandler } from '../../src/capability/capability.ts';
import { type Compiled, compileCatalog } from '../../src/compile/compile.ts';
import { readCatalogFiles } from '../../src/platform/catalog-files.ts';
import { openSnapshot, type Snapshot } from '../../src/snapshot/read.ts';
import { bytesSource } from '../../src/snapshot/source.ts';
import { complaints } from './complaints.ts';
import { ACTION, SMALL, sources } from './small-catalog.ts';

/** The action with another handler and other lines. */
function action(handler: string, edits: readonly (readonly [string, string])[] = []): string {
  const text = `${ACTION.slice(0, ACTION.indexOf('handler:\n'))}handler:\n${handler}`;
  return edits.reduce((so, [from, to]) => so.replace(from, to), text);
}
const said = (handler: string, edits: readonly (readonly [string, string])[] = [], more = {}) =>
  complaints({ 'net/who.yaml': action(handler, edits), ...more }).map((line) =>
    line.replace(/^net\/who\.yaml:\d+:\d+: /, ''),
  );

const OUT = ['network_policy: none', 'network_policy: outbound'] as const;
const PROGRAM = '  argv: ["--", {arg: port}, {arg: name}]\n  output: {format: text}\n';
const http = (lines: string) => `  kind: http\n  method: GET\n${lines}`;
const QUERY = '  query: [{name: p, arg: port}, {name: n, arg: name}]\n';

describe('a script', () => {
  const handler = `  kind: script\n  interpreter: python3\n  file: who.py\n${PROGRAM}`;
  const compiled = (text: string) => {
    const result = compileCatalog(sources({ ...SMALL, 'net/who.yaml': action(handler), 'net/who.py': text }));
    if (Array.isArray(result)) throw new Error(JSON.stringify(result));
    return result as Compiled;
  };
  const handlerOf = (from: Compiled): ScriptHandler => {
    const snapshot = openSnapshot(bytesSource(from.snapshot)) as Snapshot;
    return snapshot.contract(snapshot.find('net.who')).handler as ScriptHandler;
  };

  it('travels in the snapshot with its hash, the same from every checkout', () => {
    const text = 'print("端口")\nprint(2)\n';
    expect(handlerOf(compiled(text))).toMatchObject({ file: 'who.py', text, sha256: sha256Hex(text) });
    const [lf, crlf] = [compiled(text), compiled(text.replaceAll('\n', '\r\n'))];
    expect(Buffer.from(crlf.snapshot).equals(Buffer.from(lf.snapshot))).toBe(true);
    const other = compiled('print(3)\n');
    expect([other.sourceHash === lf.sourceHash, other.surfaceHash === lf.surfaceHash]).toEqual([false, false]);
  });

  it.each([
    [
      'is missing',
      {},
      'there is no such script beside the manifest (expected a file named like the manifest: who.EXTENSION, received who.py)',
    ],
    ['lies in another directory', { 'who.py': 'x' }, 'there is no such script beside the manifest'],
    ['is empty', { 'net/who.py': ' \n' }, 'the script is empty, or holds a NUL character'],
    ['holds NUL', { 'net/who.py': 'a\0b' }, 'the script is empty, or holds a NUL character'],
    ['is too large', { 'net/who.py': 'x'.repeat(300_000) }, 'the script has 300000 bytes; at most 262144 are read'],
  ])('that %s is refused', (_what, more, message) => {
    expect(said(handler, [], more)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ['file: who.py', 'file: ../who.py', 'is not a plain file name'],
    ['file: who.py', 'file: .who.py', 'is not a plain file name'],
    ['interpreter: python3', 'interpreter: /usr/bin/python3', 'interpreter'],
    ['interpreter: python3', 'interpreter: sudo', 'sudo starts other programs: name the program itself'],
    [
      '["--", {arg: port}, {arg: name}]',
      '[{arg: port}, {arg: name}]',
      'a value of name that starts with "-" would be read as an option',
    ],
    ['{arg: name}]', ']', 'the handler never uses the argument name'],
  ])('with %j as %j is refused', (from, to, message) => {
    expect(said(handler.replace(from, to), [], { 'net/who.py': 'x' })).toEqual([expect.stringContaining(message)]);
  });

  it('is read beside a manifest of its name, and no other file is; links are not followed', () => {
    const directory = mkdtempSync(join(tmpdir(), 'cap catalog '));
    for (const name of ['who.yaml', 'who.py', 'other.py', 'who', 'README.md'])
      writeFileSync(join(directory, name), 'x');
    symlinkSync('/etc/hostname', join(directory, 'who.sh'));
    const files = readCatalogFiles([directory]);
    rmSync(directory, { recursive: true });
    expect(Array.isArray(files) && files.map(({ path }) => path)).toEqual(['who', 'who.py', 'who.yaml']);
  });
});

describe('a request', () => {
  it('that is sound is accepted', () => {
    expect(said(http(`  url: https://api.example.com/v1/ports/{port}\n${QUERY}`), [OUT])).toEqual([]);
  });

  it.each([
    ['ftp://x.example/', 'is not of the form https://host/path'],
    ['https://user:secret@x.example/', 'is not of the form https://host/path'],
    ['https://x.example/?a=1', 'is not of the form https://host/path'],
    ['https://x.example/#a', 'is not of the form https://host/path'],
    ['https://{name}.example/', 'has a placeholder before its path'],
    ['https://x.example:{port}/', 'has a placeholder before its path'],
    ['https://X.example/', 'has a host that is read as x.example'],
    ['https://2130706433/', 'has a host that is read as 127.0.0.1'],
    ['https://0x7f.1/', 'has a host that is read as 127.0.0.1'],
    ['https://x.example:443/', 'has a host that is read as x.example'],
    ['https://x.example/a/../b', 'has a segment "." or ".."'],
    ['https://x.example/%2e%2E/b', 'has a segment "." or ".."'],
    ['https://x.example/a b', 'has a segment that has to be percent-encoded'],
    ['https://x.example/%zz', 'has a segment that has to be percent-encoded'],
    ['http://x.example/', 'an unencrypted request over the open network'],
    ['https://localhost/', 'a server on this machine needs private_network: true'],
    ['https://127.0.0.1/', 'a server on this machine needs private_network: true'],
    ['https://x.example/{name}', 'the path needs name, and a call may leave it out'],
    ['https://x.example/{nmae}', 'arguments_schema has no property nmae'],
  ])('to %s is refused', (url, message) => {
    expect(said(http(`  url: ${JSON.stringify(url)}\n${QUERY}`), [OUT])[0]).toContain(message);
  });

  it.each([
    ['  body: {format: text, arg: name}\n', 'GET carries no body'],
    ['  headers: [{name: Host, value: evil.example}]\n', 'Host is set by the sender itself'],
    ['  headers: [{name: Content-Length, value: "0"}]\n', 'Content-Length is set by the sender itself'],
    ['  headers: [{name: Proxy-Authorization, value: x}]\n', 'Proxy-Authorization is set by the sender itself'],
    ['  headers: [{name: A, value: x}, {name: a, value: y}]\n', 'a stands twice'],
    ['  headers: [{name: "A B", value: x}]\n', 'is not a header name'],
    ['  headers: [{name: A, value: "a\\r\\nB: 1"}]\n', 'is not printable ASCII'],
    ['  headers: [{name: A, secret: "a-b"}]\n', 'is not the name of a secret'],
    ['  headers: [{name: K, idempotency_key: true}]\n', 'a header hands on the idempotency key'],
    ['  redirects: {max: 11}\n', 'redirects.max'],
  ])('with %j is refused', (line, message) => {
    expect(said(http(`  url: https://x.example/\n${QUERY}${line}`), [OUT])[0]).toContain(message);
  });

  it('fits the rest of its manifest', () => {
    const url = '  url: https://x.example/\n';
    expect(said(http(url + QUERY))[0]).toContain('a request needs a network');
    const loopback = ['network_policy: none', 'network_policy: loopback'] as const;
    expect(said(http(url + QUERY), [loopback])[0]).toContain('network_policy is loopback, and this host is elsewhere');
    const secretly = '  private_network: true\n  headers: [{name: A, secret: KEY}]\n';
    expect(said(http(`  url: http://intranet.example/\n${QUERY}${secretly}`), [OUT])[0]).toContain(
      'a secret would cross the network unencrypted',
    );
    expect(said(http(`  url: http://localhost:8080/\n${QUERY}${secretly}`), [loopback])).toEqual([]);
    const post = http(url + QUERY).replace('GET', 'POST');
    expect(said(`${post}  redirects: {max: 1}\n`, [OUT])[0]).toContain('only GET and HEAD follow redirects');
    expect(said(post, [OUT, ['idempotency: idempotent', 'idempotency: backend_key']])[0]).toContain(
      'no header hands the key on',
    );
    expect(said(http(`${url}  query: [{name: p, arg: port}]\n`), [OUT])[0]).toContain(
      'the handler never uses the argument name',
    );
    expect(said(http(`${url}  query: [{name: p, arg: port, each: true}, {name: n, arg: name}]\n`), [OUT])[0]).toContain(
      'port is not a list',
    );
  });
});

describe('a tool of a server', () => {
  const mcp = (server: string) => `  kind: mcp\n  server: ${server}\n  tool: who\n`;

  it('uses all arguments by itself', () => {
    expect(said(mcp('{executable: my-server, argv: ["--stdio"], env: {KEY: {secret: KEY}, MODE: x}}'))).toEqual([]);
  });

  it.each([
    ['{executable: bash, argv: ["-c", "x"]}', 'bash starts other programs: name the program itself'],
    ['{executable: ./server}', 'server.executable'],
    ['{executable: my-server, argv: ["a\\0b"]}', 'an argv element cannot hold NUL'],
    ['{executable: my-server, env: {"A B": x}}', 'is not a variable name'],
    ['{executable: my-server, shell: true}', 'handler.server.shell is not a field here'],
  ])('with the server %s is refused', (server, message) => {
    expect(said(mcp(server))[0]).toContain(message);
  });
});
