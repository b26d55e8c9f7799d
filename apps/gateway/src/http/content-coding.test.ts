/** Content negotiation: what a client accepts is read as RFC 9110 says, and nothing else is sent. */
import { expect, test } from 'vitest';
import { encodingFor, isCurrent } from './content-coding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['identity;q=0.5, gzip;q=0.1', 'identity'],
  ['identity;q=0, gzip;q=0.001', 'gzip'],
  ['identity;q=0', 'identity'],
  ['deflate', 'identity'],
  ['gzip;q=', 'identity'],
  ['gzip;q=2', 'identity'],
  ['gzip; Q=0.5; x=1', 'gzip'],
  [',;,;q=1,;;', 'identity'],
])('Accept-Encoding %j gets %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['"a-gzip"', false],
  ['', false],
])('If-None-Match %j compared with the tag "a" is %s', (sent, expected) => {
  expect(isCurrent('"a"', sent)).toBe(expected);
});
