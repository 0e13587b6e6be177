import { createSocket } from 'node:dgram';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSite, type Site } from './network-servers.ts';

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

type Connection = { protocol: string; local_port: number; remote_port: number; remote_address: string; state: string };

describe('network.connections', () => {
  it('shows both ends of a connection, over IPv4 in a socket of IPv6 too, with the process', async () => {
    const server = createServer();
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const port = await site.listen(server, '::');
    const client = connect(port, '127.0.0.1');
    await accepted;
    const result = await site.answer('network.connections', { port, state: 'established' });
    const mine = { protocol: 'tcp', state: 'established', pid: process.pid, remote_address: '127.0.0.1' };
    const own = (client.address() as AddressInfo).port;
    expect(result).toMatchObject({ total: 2, truncated: false, states: [{ state: 'established', count: 2 }] });
    expect(result.connections).toContainEqual(expect.objectContaining({ ...mine, local_port: port, remote_port: own }));
    expect(result.connections).toContainEqual(expect.objectContaining({ ...mine, local_port: own, remote_port: port }));
    const cut = await site.answer('network.connections', {
      pid: process.pid,
      port,
      remote_address: '127.0.0.1',
      limit: 1,
    });
    expect(cut).toMatchObject({ total: 2, truncated: true });
    expect(cut.connections).toHaveLength(1);
    client.destroy();
  });

  it('leaves listeners out, takes a connected UDP socket in, and knows a state that lingers', async () => {
    const server = createServer((socket) => socket.resume());
    const port = await site.listen(server);
    expect(await site.answer('network.connections', { port })).toMatchObject({ connections: [], total: 0 });
    const udp = createSocket('udp4');
    await new Promise<void>((resolve) => udp.connect(9, '127.0.0.1', resolve));
    const local = udp.address().port;
    const found: Connection[] = (await site.answer('network.connections', { port: local })).connections;
    expect(found).toMatchObject([{ protocol: 'udp', local_port: local, remote_port: 9, state: 'connected' }]);
    udp.close();
    const half = createServer({ allowHalfOpen: true }, (socket) => socket.resume());
    const waiting = await site.listen(half);
    const client = connect(waiting, '127.0.0.1');
    await new Promise<void>((resolve) => client.once('connect', resolve));
    client.end();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closing = await site.answer('network.connections', { port: waiting, state: 'close_wait' });
    expect(closing.connections).toMatchObject([{ local_port: waiting, pid: process.pid, state: 'close_wait' }]);
    client.destroy();
  });

  it('says when there is no such process', async () => {
    expect(await site.failure('network.connections', { pid: 4_194_304 })).toContain('there is no process 4194304');
  });
});

describe('network.proxy_show', () => {
  const settings = async (args: { url?: string } = {}) => site.answer('network.proxy_show', args);
  const write = (path: string, content: string): string => {
    const file = join(site.environment.HOME ?? '', path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content);
    return file;
  };

  it('gathers variables and the files of each program, passwords masked', async () => {
    const npm = write(
      '.npmrc',
      '# proxy=http://no:no@comment\nhttps-proxy = http://me:geheim@npm.test:1\nnoproxy=null\n',
    );
    const pip = write('.config/pip/pip.conf', '[global]\nproxy = me:geheim@pip.test:2\n');
    const curl = write('.curlrc', '--proxy "socks5://curl.test:3"\n');
    const docker = write('.docker/config.json', '{"proxies": {"default": {"httpProxy": "http://docker.test:4"}}}');
    const git = write('.gitconfig', '[http "https://one.test"]\n\tproxy = http://me:geheim@git.test:5\n');
    site.environment.https_proxy = 'http://me:geheim@env.test:6';
    const result = await settings();
    expect(result.any).toBe(true);
    const values = [
      { source: 'environment', where: 'https_proxy', name: 'https_proxy', value: 'http://me:***@env.test:6' },
      { source: 'npm', where: npm, name: 'https-proxy', value: 'http://me:***@npm.test:1' },
      { source: 'pip', where: pip, name: 'proxy', value: 'me:***@pip.test:2' },
      { source: 'curl', where: curl, name: 'proxy', value: 'socks5://curl.test:3' },
      { source: 'docker', where: docker, name: 'default.httpProxy', value: 'http://docker.test:4' },
      { source: 'git', where: git, name: 'http.https://one.test.proxy', value: 'http://me:***@git.test:5' },
    ];
    for (const value of values) expect(result.settings).toContainEqual(value);
    expect(JSON.stringify(result)).not.toContain('geheim');
    expect(JSON.stringify(result)).not.toContain('comment');
  });

  it('says which proxy a URL takes and why', async () => {
    site.environment.http_proxy = 'http://127.0.0.1:1';
    site.environment.no_proxy = 'inside.test,.other.test,10.0.0.1,named.test:8080';
    const urls: { readonly [url: string]: boolean } = {
      'http://out.test/': true,
      'http://inside.test/': false,
      'http://deep.inside.test/': false,
      'http://notinside.test/': true,
      'http://10.0.0.1/': false,
    };
    for (const [url, proxied] of Object.entries(urls)) {
      const chosen = await settings({ url });
      expect(chosen.url_proxy, url).toBe(proxied ? 'http://127.0.0.1:1' : null);
      expect(chosen.url_reason, url).toContain(proxied ? 'set by http_proxy' : 'no_proxy holds');
    }
    expect(await settings({ url: 'https://out.test/' })).toMatchObject({
      url_proxy: null,
      url_reason: 'no variable names a proxy for https',
    });
  });

  it('tells a file it may not read, and takes nonsense in one for nothing', async () => {
    write('.docker/config.json', '{"proxies":');
    mkdirSync(join(site.environment.HOME ?? '', '.curlrc'));
    const result = await settings();
    expect(result.unreadable).toEqual([join(site.environment.HOME ?? '', '.curlrc')]);
    expect(result.settings.filter(({ source }: { source: string }) => source === 'docker')).toEqual([]);
  });
});
