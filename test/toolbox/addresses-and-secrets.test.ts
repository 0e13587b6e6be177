import { describe, expect, it } from 'vitest';
import { scopeOf } from '../../src/policy/address-scope.ts';
import { cover } from '../../src/toolbox/handler/secret-cover.ts';

describe('how far an address reaches', () => {
  it.each([
    ['public', ['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8']],
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1']],
    ['link_local', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', '::ffff:169.254.169.254']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1', 'fec0::1']],
    ['shared', ['100.64.0.1']],
    // What would carry an IPv4 address through a gateway or tunnel is never taken for the open network.
    [
      'special',
      ['64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '0.0.0.0', '::', '255.255.255.255', '224.0.0.1', '240.0.0.1'],
    ],
    ['special', ['192.0.2.1', '198.18.0.1', '2001:db8::1', 'ff02::1', 'nonsense', '', '1.2.3', '999.1.1.1']],
  ])('is %s', (scope, addresses) => {
    for (const address of addresses) expect([address, scopeOf(address)]).toEqual([address, scope]);
  });
});

describe('a covered secret', () => {
  const secret = 'a"b\\c d/é+=';
  const hide = cover([secret, 'short']);

  it('is gone in every usual spelling, from texts, keys and values', () => {
    const base64 = Buffer.from(secret).toString('base64');
    const spellings = [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret),
      base64,
      `Bearer ${secret}!`,
      'short',
    ];
    for (const spelling of spellings) {
      const text = hide.text(`x ${spelling} y`);
      expect(text).toContain('***');
      expect(text).not.toContain('b\\c');
      expect(text).not.toContain(base64.slice(0, 8));
    }
    expect(hide.json({ [`k ${secret}`]: [1, null, { deep: `${secret}${secret}` }], ok: 'fine' })).toEqual({
      'k ***': [1, null, { deep: '******' }],
      ok: 'fine',
    });
  });

  it('covers nothing where there is none', () => {
    expect(cover([]).text('plain')).toBe('plain');
    expect(cover(['']).json({ a: 'plain' })).toEqual({ a: 'plain' });
  });
});
