import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KEY_ENVIRONMENTS, newToken, parseToken } from './token.ts';

test('a new key has the documented form and a secret of at least 160 bits', () => {
  const { text } = newToken('live');
  expect(text).toMatch(/^fb_live_[0-9A-Za-z]{16}_[0-9A-Za-z]{28}_[0-9A-Za-z]{6}$/);
  expect(28 * Math.log2(62)).toBeGreaterThan(160);
});

test('every generated key parses back to itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KEY_ENVIRONMENTS), (environment) => {
      const token = newToken(environment);
      expect(parseToken(token.text)).toEqual(token);
    }),
  );
});

test('a key with one changed character never parses: the checksum covers prefix, public id and secret', () => {
  const { text } = newToken('test');
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom('0', 'A', 'z', '_', ' '), (at, character) => {
      fc.pre(text[at] !== character);
      expect(parseToken(text.slice(0, at) + character + text.slice(at + 1))).toBeNull();
    }),
  );
});

test.each(['', 'fb_live', 'fb_live___', 'Bearer x', 'fb_prod_0000000000000000_0000000000000000000000000000_000000'])(
  'a text that cannot be a key is refused: %j',
  (text) => expect(parseToken(text)).toBeNull(),
);
