/** A secret that a server repeats: in no usual spelling, and in no part that a cut has left of it, does it come through. */
import { describe, expect, it } from 'vitest';
import { cover } from '../../src/toolbox/handler/secret-cover.ts';

const SECRET = 'k3y/+"wörd-7&';
const base64 = (text: string, alphabet: 'base64' | 'base64url' = 'base64') => Buffer.from(text).toString(alphabet);

const escaped = (by: (code: number) => string) =>
  Array.from(SECRET, (character) => by(character.codePointAt(0) ?? 0)).join('');

describe('a secret is covered', () => {
  it.each<[string, string]>([
    ['as it is', SECRET],
    ['in an address', encodeURIComponent(SECRET)],
    ['in an address with small digits', encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase())],
    ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['in JSON with small escapes for all', escaped((code) => `\\u${code.toString(16).padStart(4, '0')}`)],
    ['in JSON with capital ones', escaped((code) => `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`)],
    ['in JavaScript', escaped((code) => `\\x${code.toString(16).padStart(2, '0')}`)],
    ['in JavaScript with braces', escaped((code) => `\\u{${code.toString(16)}}`)],
    ['in HTML', SECRET.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
    ['in HTML by numbers', escaped((code) => `&#${code};`)],
    ['in HTML by long hex numbers', escaped((code) => `&#x000${code.toString(16)};`)],
    ['in an address with all escaped', Buffer.from(SECRET).toString('hex').replaceAll(/../g, '%$&')],
    ['with one letter escaped', SECRET.replace('k', '\\u006b')],
    ['with one letter escaped otherwise', SECRET.replace('3', '&#51;').replace('y', '%79')],
    [
      'in Base64 in JSON with escapes',
      base64(SECRET)
        .replace(/=+$/, '')
        .replaceAll(/[A-Z]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
    ],
    ['in JSON with escaped slashes', JSON.stringify(SECRET).slice(1, -1).replaceAll('/', '\\/')],
    ['in hex', Buffer.from(SECRET).toString('hex')],
    ['in capital hex', Buffer.from(SECRET).toString('hex').toUpperCase()],
    ['in Base64', base64(SECRET).replace(/=+$/, '')],
    ['in Base64 for addresses', base64(SECRET, 'base64url')],
  ])('%s', (_name, spelled) => {
    const hide = cover([SECRET]);
    expect(hide.text(`a ${spelled} b ${spelled}`)).toBe('a *** b ***');
    expect(hide.json({ [spelled]: [spelled, 1, null] })).toEqual({ '***': ['***', 1, null] });
  });

  it.each(['base64', 'base64url'] as const)('in %s of a longer text, wherever in a group it begins', (alphabet) => {
    for (const user of ['', 'u:', 'us:', 'user:', 'a long name:']) {
      for (const after of ['', '1', '22', ' and more']) {
        const covered = cover([SECRET]).text(base64(`${user}${SECRET}${after}`, alphabet));
        expect(covered).toContain('***');
        // What stays says nothing of the secret but bits that it shares with its neighbours.
        const rest = covered.split('***').map((part) => Buffer.from(part, 'base64').toString('latin1'));
        expect(rest.join(' ')).not.toMatch(/k3|3y|y\/|-7|7&/);
      }
    }
    const hex = cover([SECRET]).text(Buffer.from(`user:${SECRET}`).toString('hex'));
    expect(hex).toBe(`${Buffer.from('user:').toString('hex')}***`);
  });

  it('for Basic, which is Base64 itself, with the name and password in there', () => {
    const hide = cover([base64('name:pass-word-1')]);
    expect(hide.text('name:pass-word-1 pass-word-1 other')).toBe('*** *** other');
    // A token that happens to be Base64 says nothing.
    expect(cover(['abcdefgh']).text('abc i·y')).toBe('abc i·y');
  });

  it('in every part that a cut can leave', () => {
    const hide = cover([SECRET]);
    for (const spelled of [SECRET, base64(SECRET), Buffer.from(SECRET).toString('hex')]) {
      for (let length = 1; length <= spelled.length; length += 1) {
        expect(hide.beginning(`<${spelled.slice(0, length)}`)).toMatch(/^<\*\*\*=?$/);
        expect(hide.ending(`${spelled.slice(-length)}>`)).toMatch(/^(\*\*\*)?=*>$/);
      }
    }
    const twice = cover(['abab']);
    expect([twice.beginning('xababab'), twice.ending('bababx')]).toEqual(['x******', '******x']);
    expect(hide.beginning('nothing of it here.')).toBe('nothing of it here.');
  });

  it.each<[string, unknown, unknown]>([
    ['987654321012', [987654321012, -987654321012, 1987654321012, 98765], ['***', '***', '***', 98765]],
    ['00123456', { id: 123456, other: 123457 }, { id: '***', other: 123457 }],
    ['12345678901234567890', JSON.parse('[12345678901234567890, 12]'), ['***', 12]],
    ['9'.repeat(40), JSON.parse(`[${'9'.repeat(40)}]`), ['***']],
  ])('of digits as a number of JSON: %s', (secret, value, covered) => {
    expect(cover([secret]).json(value as never)).toEqual(covered);
  });

  it('of characters that can be read in two ways, and beside what only looks like it', () => {
    for (const secret of ['&amp;x', 'a%25b', 'a\\u0041b', '\\\\n', '😀%&', '%%%%']) {
      const hide = cover([secret]);
      expect(hide.text(`<${secret}>`), secret).toBe('<***>');
      expect(hide.text(`<${JSON.stringify(secret).slice(1, -1)}>`), secret).toBe('<***>');
      expect(hide.text(`<${encodeURIComponent(secret)}>`), secret).toBe('<***>');
    }
    const other = 'k3y &#99999999999; %zz \\u00 &nosuch; %ff%ff \\ud800 50% & more \\';
    expect(cover([SECRET]).text(other)).toBe(other);
  });

  it('in every part that a cut of an escaped one leaves more than a letter of', () => {
    const hide = cover([SECRET]);
    const spelled = escaped((code) => `\\u${code.toString(16).padStart(4, '0')}`);
    for (let length = 6; length <= spelled.length; length += 1) {
      expect(hide.beginning(`<${spelled.slice(0, length)}`)).toBe('<***');
      if (length >= 12) expect(hide.ending(`${spelled.slice(-length)}>`)).toMatch(/^\\?\*\*\*>$/);
    }
  });

  it('in a large text at once', () => {
    const large = `${'\\%&k3'.repeat(50_000)}${SECRET}`;
    const from = performance.now();
    expect(cover([SECRET]).text(large).endsWith('***')).toBe(true);
    expect(performance.now() - from).toBeLessThan(10_000);
  });
});
