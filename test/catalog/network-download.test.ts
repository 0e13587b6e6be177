import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSite, type Site } from './network-servers.ts';

const CONTENT = Buffer.from([0, 255, 10, 13, ...Buffer.from('你好')]);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

let site: Site;
let base: string;
beforeEach(async () => {
  site = openSite();
  const port = await site.serve((request, response) => {
    if (request.url === '/moved') response.writeHead(301, { location: '/files/a%20%E6%96%87.bin?v=1' }).end();
    else if (request.url === '/missing') response.writeHead(404).end('no such file');
    else if (request.url === '/torn') {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.destroy());
    } else if (request.url === '/stalls') response.writeHead(200).write('begin');
    else if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(CONTENT));
    else response.writeHead(200, { 'content-type': 'application/x-test' }).end(CONTENT);
  });
  base = `http://127.0.0.1:${port}`;
});
afterEach(() => site.close());

const download = (args: { [name: string]: string | number | boolean }) => site.answer('network.download', args);
const refused = (args: { [name: string]: string | number | boolean }) => site.failure('network.download', args);
/** What is in the directory beside the home that each test has. */
const files = (): string[] => readdirSync(site.cwd).filter((name) => name !== 'home');

describe('network.download', () => {
  it('waits for a yes, and names the file and the source it asks about', async () => {
    const ran = await site.run('network.download', { url: `${base}/x`, path: 'x' });
    expect(ran.outcome.kind).toBe('confirmation_required');
    expect(JSON.stringify(ran.outcome)).toContain(`file x: created from ${base}/x`);
  });

  it('writes exactly the bytes under a name that starts like an option', async () => {
    const result = await download({ url: `${base}/x`, path: '-o 文件', sha256: SHA256.toUpperCase() });
    expect(result).toMatchObject({
      path: join(site.cwd, '-o 文件'),
      url: `${base}/x`,
      bytes: CONTENT.length,
      sha256: SHA256,
      content_type: 'application/x-test',
      replaced: false,
    });
    expect(readFileSync(join(site.cwd, '-o 文件'))).toEqual(CONTENT);
    expect(files()).toEqual(['-o 文件']);
  });

  it('takes the name from the last URL of the redirects, never a path', async () => {
    mkdirSync(join(site.cwd, 'into'));
    expect((await download({ url: `${base}/moved`, path: 'into' })).path).toBe(join(site.cwd, 'into', 'a 文.bin'));
    const climbing = await download({ url: `${base}/x/..%2f..%2fetc`, path: 'into/' });
    expect(climbing.path).toBe(join(site.cwd, 'into', '.._.._etc'));
    expect((await download({ url: `${base}/`, path: 'into' })).path).toBe(join(site.cwd, 'into', 'download'));
  });

  it('overwrites only when told, and replaces a link instead of writing through it', async () => {
    writeFileSync(join(site.cwd, 'precious'), 'old');
    symlinkSync('precious', join(site.cwd, 'link'));
    expect(await refused({ url: `${base}/x`, path: 'precious' })).toContain('exists already');
    expect(await refused({ url: `${base}/x`, path: 'link' })).toContain('exists already');
    expect(await download({ url: `${base}/x`, path: 'link', overwrite: true })).toMatchObject({ replaced: true });
    expect(readFileSync(join(site.cwd, 'precious'), 'utf8')).toBe('old');
    expect(readFileSync(join(site.cwd, 'link'))).toEqual(CONTENT);
  });

  it('keeps nothing of what is not whole, not right, too large or too slow', async () => {
    const wrong = { path: 'out' };
    expect(await refused({ ...wrong, url: `${base}/missing` })).toContain('404');
    expect(await refused({ ...wrong, url: `${base}/torn` })).toContain('the transfer broke off');
    expect(await refused({ ...wrong, url: `${base}/stalls`, stall_seconds: 1 })).toContain('nothing came for 1 second');
    expect(await refused({ ...wrong, url: `${base}/x`, max_bytes: 5 })).toContain('larger than 5 bytes');
    expect(await refused({ ...wrong, url: `${base}/x`, sha256: '0'.repeat(64) })).toContain(`SHA-256 is ${SHA256}`);
    expect(await refused({ url: `${base}/x`, path: 'no/such/dir/out' })).toContain('does not exist');
    expect(files()).toEqual([]);
  });

  it('leaves an older file as it was when the new one fails', async () => {
    writeFileSync(join(site.cwd, 'out'), 'old');
    await refused({ url: `${base}/torn`, path: 'out', overwrite: true });
    expect(readFileSync(join(site.cwd, 'out'), 'utf8')).toBe('old');
    expect(files()).toEqual(['out']);
  });

  it('saves what a server packed without being asked as it came', async () => {
    await download({ url: `${base}/packed`, path: 'packed' });
    expect(existsSync(join(site.cwd, 'packed'))).toBe(true);
    expect(readFileSync(join(site.cwd, 'packed'))).toEqual(gzipSync(CONTENT));
  });
});
