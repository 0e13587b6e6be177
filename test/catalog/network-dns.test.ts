import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSite, type Site } from './network-servers.ts';

let site: Site;
let socket: Socket;
let server: string;
let asked: string[];
beforeEach(async () => {
  site = openSite();
  asked = [];
  socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const reply = answer(query);
    if (reply !== undefined) socket.send(reply, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  server = `127.0.0.1:${(socket.address() as AddressInfo).port}`;
});
afterEach(async () => {
  socket.close();
  await site.close();
});

const TYPES: { readonly [number: number]: string } = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  6: 'SOA',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  33: 'SRV',
  257: 'CAA',
};

const name = (text: string): Buffer =>
  Buffer.concat([...text.split('.').map((label) => text8(label)), Buffer.from([0])]);
const text8 = (text: string): Buffer => Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);
const number16 = (...values: number[]): Buffer => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));
const number32 = (...values: number[]): Buffer =>
  number16(...values.flatMap((value) => [value >>> 16, value & 65_535]));

/** What the zone holds: the data of each record by "TYPE name". */
const ZONE: { readonly [question: string]: readonly Buffer[] } = {
  'A shop.test': [Buffer.from([192, 0, 2, 20]), Buffer.from([192, 0, 2, 3])],
  'AAAA shop.test': [Buffer.from('20010db8000000000000000000000001', 'hex')],
  'CNAME www.shop.test': [name('shop.test')],
  'NS shop.test': [name('ns2.test'), name('ns1.test')],
  'MX shop.test': [Buffer.concat([number16(20), name('mx2.test')]), Buffer.concat([number16(10), name('mx1.test')])],
  'TXT _dmarc.shop.test': [Buffer.concat([text8('v=DMARC1; '), text8('p=none')])],
  'TXT note.shop.test': [text8('测试 é')],
  // RFC 8659: flags, then the length of the property's name, the name, and the value to the end.
  'CAA shop.test': [Buffer.concat([Buffer.from([0]), text8('issue'), Buffer.from('ca.test')])],
  'SRV _sip._tcp.shop.test': [Buffer.concat([number16(1, 5, 5060), name('sip.test')])],
  'SOA shop.test': [Buffer.concat([name('ns1.test'), name('admin.test'), number32(2026, 1, 2, 3, 4)])],
  'PTR 10.2.0.192.in-addr.arpa': [name('host.shop.test')],
  'A xn--6qqa088eba.test': [Buffer.from([192, 0, 2, 88])],
};

function answer(query: Buffer): Buffer | undefined {
  let at = 12;
  const labels: string[] = [];
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1);
  const host = labels.join('.').toLowerCase();
  const question = `${TYPES[type]} ${host}`;
  asked.push(question);
  if (host === 'silent.test') return undefined;
  const code =
    host === 'broken.test' ? 2 : host === 'refused.test' ? 5 : host.endsWith('shop.test') || ZONE[question] ? 0 : 3;
  const records = (ZONE[question] ?? []).map((data) =>
    Buffer.concat([number16(0xc00c, type, 1), number32(300), number16(data.length), data]),
  );
  const head = number16(query.readUInt16BE(0), 0x8180 | code, 1, records.length, 0, 0);
  return Buffer.concat([head, query.subarray(12, at + 5), ...records]);
}

const look = (args: { [name: string]: string | number }) => site.answer('network.dns_lookup', args);
const values = async (type: string, host: string): Promise<unknown> => {
  const result = await look({ name: host, type, server });
  expect(result).toMatchObject({ name: host, type, found: true, status: 'found', servers: [server] });
  return result.answers.map(({ value }: { value: string }) => value);
};

describe('network.dns_lookup', () => {
  it('reads addresses and names in one order, whatever the server sends', async () => {
    const addresses = await look({ name: 'shop.test.', type: 'A', server });
    expect(addresses.answers).toEqual([
      { value: '192.0.2.20', ttl_seconds: 300, priority: null, data: null },
      { value: '192.0.2.3', ttl_seconds: 300, priority: null, data: null },
    ]);
    expect(await values('AAAA', 'shop.test')).toEqual(['2001:db8::1']);
    expect(await values('NS', 'shop.test')).toEqual(['ns1.test', 'ns2.test']);
    expect(await values('CNAME', 'www.shop.test')).toEqual(['shop.test']);
    expect(await values('reverse', '192.0.2.10')).toEqual(['host.shop.test']);
  });

  it('reads records of several fields', async () => {
    expect(await values('TXT', '_dmarc.shop.test')).toEqual(['v=DMARC1; p=none']);
    expect(await values('TXT', 'note.shop.test')).toEqual(['测试 é']);
    expect(await values('CAA', 'shop.test')).toEqual(['issue ca.test']);
    expect((await look({ name: 'shop.test', type: 'MX', server })).answers).toMatchObject([
      { value: 'mx1.test', priority: 10, data: { exchange: 'mx1.test', priority: 10 } },
      { value: 'mx2.test', priority: 20 },
    ]);
    expect((await look({ name: '_sip._tcp.shop.test', type: 'SRV', server })).answers).toMatchObject([
      { value: 'sip.test:5060', priority: 1, data: { target: 'sip.test', port: 5060, priority: 1, weight: 5 } },
    ]);
    expect((await look({ name: 'shop.test', type: 'SOA', server })).answers).toMatchObject([
      {
        value: 'ns1.test',
        data: { hostmaster: 'admin.test', serial: 2026, refresh: 1, retry: 2, expire: 3, minttl: 4 },
      },
    ]);
  });

  it('asks for names of other scripts in the form that DNS knows', async () => {
    const result = await look({ name: '你好你好.test', type: 'A', server });
    expect(result).toMatchObject({ name: 'xn--6qqa088eba.test', found: true });
    expect(asked).toEqual(['A xn--6qqa088eba.test']);
  });

  it('tells no name, no such record, refusal, a broken server and silence apart', async () => {
    const status = async (host: string): Promise<string> => {
      const result = await look({ name: host, type: 'A', server, timeout_ms: 200 });
      expect(result).toMatchObject({ found: false, answers: [] });
      return result.status;
    };
    expect(await status('gone.test')).toBe('no_such_name');
    expect(await status('empty.shop.test')).toBe('no_such_record');
    expect(await status('refused.test')).toBe('refused');
    expect(await status('broken.test')).toBe('server_failed');
    expect(await status('silent.test')).toBe('timed_out');
  });

  it('asks the system as programs do when no type is named', async () => {
    const here = await look({ name: 'localhost' });
    expect(here).toMatchObject({ type: 'system', found: true, servers: [] });
    expect(['127.0.0.1', '::1']).toContain(here.answers[0].value);
    expect(await look({ name: 'no-such-host.invalid' })).toMatchObject({ found: false, answers: [] });
  });

  it('says what cannot be asked', async () => {
    const failure = (args: { [name: string]: string }) => site.failure('network.dns_lookup', args);
    expect(await failure({ name: 'shop.test', server })).toContain('"server" needs a type of record');
    expect(await failure({ name: 'shop.test', type: 'reverse' })).toContain('needs an IP address');
    expect(await failure({ name: 'shop.test', type: 'A', server: 'ns1.test' })).toContain('is no address of a server');
  });
});
