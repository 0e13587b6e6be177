/** What a server that sends on cannot do: reach behind the open network for it, and have what was meant for the first. */
import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PRIVATE_HOSTS_VARIABLE } from '../../src/capability/tool-pass.ts';
import { checkReach, lookupWithin, reachOfRedirect } from '../../src/toolbox/network/redirect-reach.ts';
import { openSite, type Site } from './network-servers.ts';

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

describe('a redirect behind the open network', () => {
  // Through a proxy of ours a host of the open network answers, and sends on to where no proxy is asked.
  it.each(['network.http_get', 'network.http_head', 'network.download'])('is not followed by %s', async (id) => {
    const asked: string[] = [];
    const own = await site.serve((_request, response) => {
      asked.push('own');
      response.end('SECRET');
    });
    let location = '';
    const proxy = await site.serve((_request, response) => void response.writeHead(302, { location }).end());
    Object.assign(site.environment, {
      http_proxy: `http://127.0.0.1:${proxy}`,
      no_proxy: 'localhost,127.0.0.1',
    });
    const hosts = id === 'network.http_get' ? ['localhost', '0x7f.1'] : ['localhost'];
    for (const [index, host] of hosts.entries()) {
      location = `http://${host}:${own}/x`;
      const where = id === 'network.download' ? { path: 'f' } : {};
      const words = await site.failure(id, { url: `http://open.example/${index}`, ...where });
      expect(words, location).toMatch(/open\.example sends on to .* no place of the open network/);
    }
    expect(asked).toEqual([]);
  });

  const SPELLINGS = [
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '017700000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '[::]',
  ];
  const OTHERS = [
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '[fd00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
    '１２７.0.0.1',
  ];
  it.each([...SPELLINGS, ...OTHERS])('is refused as %s before anything is connected to', async (host) => {
    const to = new URL(`http://${host}/`);
    for (const isByProxy of [true, false]) {
      const reach = reachOfRedirect('public', new URL('http://a/'), to);
      await expect(checkReach(to, reach, isByProxy)).rejects.toThrow('no place of the open network');
    }
  });

  it('is refused by the addresses of a name, when it is connected to', async () => {
    const reach = reachOfRedirect('public', new URL('http://a/'), new URL('http://localhost/'));
    const error = await new Promise((resolve) => lookupWithin(reach)('localhost', { all: true }, resolve));
    expect(String(error)).toContain('no place of the open network');
  });

  it('reaches a host that a policy opens, and no other', () => {
    process.env[PRIVATE_HOSTS_VARIABLE] = 'intranet.example localhost some.example:8080';
    try {
      const reaches = (host: string, address: string) =>
        reachOfRedirect('public', new URL('http://a/'), new URL(`http://${host}/`))(address) === undefined;
      expect(reaches('localhost', '127.0.0.1')).toBe(true);
      expect(reaches('intranet.example', '10.0.0.1')).toBe(true);
      expect(reaches('intranet.example', '0.0.0.0')).toBe(false);
      expect(reaches('other.example', '10.0.0.1')).toBe(false);
      expect(reaches('some.example:8080', '10.0.0.1')).toBe(true);
      expect(reaches('some.example:8081', '10.0.0.1')).toBe(false);
    } finally {
      delete process.env[PRIVATE_HOSTS_VARIABLE];
    }
  });

  it('stays within the kind of place that was asked for', () => {
    const reaches = (from: Parameters<typeof reachOfRedirect>[0], address: string) =>
      reachOfRedirect(from, new URL('http://a/'), new URL('http://b/'))(address) === undefined;
    expect(reaches('loopback', '127.0.0.1')).toBe(true);
    expect(reaches('private', '10.0.0.1')).toBe(true);
    expect(reaches('private', '8.8.8.8')).toBe(true);
    for (const address of ['127.0.0.1', '::1', '169.254.169.254', '64:ff9b::7f00:1', '0.0.0.0']) {
      for (const from of ['public', 'private', 'shared', 'special'] as const)
        expect(reaches(from, address)).toBe(false);
    }
  });
});

it('what is not harmless stays with the first origin, and what the request kept secret is not repeated', async () => {
  let got: IncomingHttpHeaders = {};
  const other = await site.serve((request, response) => {
    got = request.headers;
    response.setHeader('x-echo', [`${request.url}`, 'dXNlcjpzM2NyM3Q=']).end(`fine: ${request.url}`);
  });
  const first = await site.serve((request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${other}${request.url}` }).end();
  });
  const names = [
    'Accept',
    'Accept-Language',
    'X-Api-Key',
    'Authorization',
    'Cookie',
    'X-Custom',
    'Private-Token',
    'Origin',
  ];
  const headers = names.map((name) => ({
    name,
    value: name === 'Authorization' ? 'Basic dXNlcjpzM2NyM3Q=' : 'v-123456',
  }));
  const secret = `http://127.0.0.1:${first}/x?api_key=QUERYSECRET&page=2`;
  const result = await site.answer('network.http_get', { url: secret, headers });
  expect(
    Object.keys(got)
      .filter((name) => names.some((one) => one.toLowerCase() === name))
      .sort(),
  ).toEqual(['accept', 'accept-language']);
  expect(result.url).toBe(`http://127.0.0.1:${other}/x?api_key=***&page=2`);
  expect(result.text).toBe('fine: /x?api_key=***&page=2');
  expect(JSON.stringify(result)).not.toMatch(/QUERYSECRET|dXNlcjpz/);
});
