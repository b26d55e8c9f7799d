import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRunnerSecret, newRunnerSecret, parseRunnerToken, type RunnerSecret } from '../index.ts';
import { KEY_ENVIRONMENTS, newToken, parseToken } from './token.ts';

const PEPPER = 'pepper-one-of-this-test-0123456789';

test('a runner key is never an API key, and an API key is never a runner key', () => {
  const { token, publicId }: RunnerSecret = newRunnerSecret(PEPPER);
  expect(token).toMatch(/^fb_runner_[0-9A-Za-z]{16}_[0-9A-Za-z]{28}_[0-9A-Za-z]{6}$/);
  expect(parseRunnerToken(token)).toEqual({ text: token, publicId });
  expect(parseToken(token)).toBeNull();
  for (const environment of KEY_ENVIRONMENTS) expect(parseRunnerToken(newToken(environment).text)).toBeNull();
});

test('a runner key with one changed character never parses', () => {
  const { token } = newRunnerSecret(PEPPER);
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom('0', 'A', 'z', '_', ' '), (at, character) => {
      fc.pre(token[at] !== character);
      expect(parseRunnerToken(token.slice(0, at) + character + token.slice(at + 1))).toBeNull();
    }),
  );
});

test('a stored secret is known under each of the peppers, and under no other', () => {
  const { token, publicId, secretHmac } = newRunnerSecret(PEPPER);
  const key = { text: token, publicId };
  const other = 'pepper-two-of-this-test-0123456789';
  expect(isRunnerSecret(`${other},${PEPPER}`, key, secretHmac)).toBe(true);
  expect(isRunnerSecret(other, key, secretHmac)).toBe(false);
  expect(isRunnerSecret(PEPPER, { ...key, text: newRunnerSecret(PEPPER).token }, secretHmac)).toBe(false);
});
