/** What is kept out of the audit, by the schema's mark, by name and by looks; and what is not kept out by mistake. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskArguments } from '../../src/audit/mask.ts';
import { namesSecret } from '../../src/audit/secret-names.ts';

const NOTHING = { type: 'object' };

describe('an argument is masked', () => {
  it.each(['secret', 'x-secret', 'writeOnly'])('when its schema says %s', (mark) => {
    const schema = { properties: { a: { type: 'string', [mark]: true }, b: { type: 'string' } } };
    expect(maskArguments({ a: 'x', b: 'y' }, schema)).toEqual({ arguments: { a: '[masked]', b: 'y' }, masked: ['/a'] });
  });

  it('when its format is a password, also inside lists, objects and choices', () => {
    const password = { type: 'string', format: 'password' };
    const schema = {
      properties: {
        list: { type: 'array', items: password },
        inner: { type: 'object', properties: { x: password } },
        choice: { anyOf: [{ type: 'integer' }, password] },
      },
    };
    const found = maskArguments({ list: ['p', 'q'], inner: { x: 'r' }, choice: 's' }, schema);
    expect(found.masked).toEqual(['/list/0', '/list/1', '/inner/x', '/choice']);
    expect(JSON.stringify(found.arguments)).not.toMatch(/"[pqrs]"/);
  });

  it.each([
    'password',
    'db_password',
    'apiKey',
    'API-KEY',
    'accessToken',
    'private_key',
    'Authorization',
    'x.secret',
    'APIKey',
  ])('when it is called %s', (name) => {
    expect(namesSecret(name)).toBe(true);
    expect(maskArguments({ [name]: 'v', o: { [name]: ['v'] } }, NOTHING).masked).toEqual([`/${name}`, `/o/${name}`]);
  });

  it.each(['tokenizer', 'author', 'keyboard', 'key', 'passage', 'secretary', 'spinner', 'max_tokens_count'])(
    'but not when it is called %s',
    (name) => expect(namesSecret(name)).toBe(false),
  );

  it.each([
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nabc'],
    ['a cloud key', `AKIA${'A1B2C3D4E5F6G7H8'}`],
    ['a forge token', `ghp_${'a'.repeat(36)}`],
    ['a bearer header', 'Authorization: Bearer abcdefghijklmnop'],
    ['a signed token', 'eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl'],
    ['a URL with a password', 'https://ann:hunter2@example.org/x'],
    ['a model key', `sk-${'a1'.repeat(12)}`],
  ])('when it looks like %s, alone or inside a sentence', (_name, value) => {
    expect(maskArguments({ a: value, b: [`see ${value} here`] }, NOTHING).masked).toEqual(['/a', '/b/0']);
  });

  it.each([
    ['Basic', 'Basic dXNlcjpzM2NyM3Q='],
    ['Basic in small letters', 'use basic dXNlcjpzM2NyM3Q= there'],
    ['a short bearer', 'Bearer abc'],
    ['a short bearer in a sentence', 'curl with bearer a1b2c3'],
    ['a line of a header', 'Authorization: GoogleLogin auth=x'],
    ['a line of another header', 'X-Api-Key: k3y'],
    ['a cookie', 'Cookie: sid=abc'],
  ])('when it is %s', (_name, value) => {
    expect(maskArguments({ a: value }, NOTHING)).toEqual({ arguments: { a: '[masked]' }, masked: ['/a'] });
  });

  it.each([
    'Authorization',
    'authorization',
    'Proxy-Authorization',
    'Cookie',
    'X-Api-Key',
    'X-Auth-Token',
    'DB_PASSWORD',
  ])('as the value of a pair whose name is %s, and behind such an option', (name) => {
    const headers = [
      { name, value: 'v1' },
      { key: name, value: ['v2'], note: 'n' },
      { name: 'Accept', value: 'text/html' },
    ];
    const argv = [`--${name}`, 'v3', '--author', 'ann'];
    const found = maskArguments({ headers, argv }, NOTHING);
    expect(found.masked).toEqual(['/headers/0/value', '/headers/1/value', '/argv/1']);
    expect(JSON.stringify(found.arguments)).not.toMatch(/v[123]/);
    expect(JSON.stringify(found.arguments)).toMatch(/"n".*text\/html.*"ann"/);
  });

  const KEYS =
    'api_key key token access_token sig signature password secret auth X-Amz-Signature apikey client%5Fsecret sid';
  it.each(KEYS.split(' '))('in an address or a form under %s, and the rest of it stays', (name) => {
    const values = {
      url: `https://h.example/p?page=2&${name}=hunter2#x`,
      fragment: `https://h.example/#${name}=hunter2&page=2`,
      form: `${name}=hunter2&page=2`,
    };
    const { arguments: kept, masked } = maskArguments(values, NOTHING);
    expect(kept).toEqual({
      url: `https://h.example/p?page=2&${name}=[masked]#x`,
      fragment: `https://h.example/#${name}=[masked]&page=2`,
      form: `${name}=[masked]&page=2`,
    });
    expect(masked).toEqual(['/url', '/fragment', '/form']);
  });

  it.each(['ann:hunter2', 'ann:hun/ter2', 'ann:p@hunter2', 'hunter2', 'hunter2:', ':hunter2'])(
    'where %s logs in to an address',
    (who) => {
      const { arguments: kept } = maskArguments({ url: `https://${who.replace('/', '%2F')}@h.example/p` }, NOTHING);
      expect(kept).toEqual({ url: 'https://[masked]@h.example/p' });
    },
  );

  it('when it is long: its length is told', () => {
    expect(maskArguments({ a: 'x'.repeat(5000) }, NOTHING)).toEqual({
      arguments: { a: '[5000 characters]' },
      masked: ['/a'],
    });
  });
});

it.each([
  'basic authentication for the API',
  'the bearer of bad news',
  'cookies: three kinds',
  'ssh://git@host/x.git',
  'git@host:x.git',
  'https://h.example/a?page=2&sort=name&author=ann',
  'https://h.example/@ann/x',
  'ann@example.org',
  'x = y',
])('%s is kept', (text) => {
  expect(maskArguments({ a: text, list: [text] }, NOTHING)).toEqual({
    arguments: { a: text, list: [text] },
    masked: [],
  });
});

it('everything else is kept as it is', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('path', 'n', 'flag', 'list'), fc.jsonValue({ maxDepth: 2 })),
      (values) => {
        const { arguments: kept, masked } = maskArguments(values as never, NOTHING);
        if (masked.length === 0) expect(JSON.stringify(kept)).toBe(JSON.stringify(values).replaceAll('__never__', ''));
      },
    ),
  );
});

it('no value under a marked name ever stands in what is kept', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 12, maxLength: 40, unit: fc.constantFrom(...'QWXZJKVY') }), (secret) => {
      const { arguments: kept } = maskArguments(
        { a: { token: secret, list: [{ password: { deep: secret } }] } },
        NOTHING,
      );
      expect(JSON.stringify(kept)).not.toContain(secret);
    }),
  );
});
