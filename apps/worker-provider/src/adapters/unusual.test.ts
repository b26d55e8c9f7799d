/**
 * A paid result counts even if a proxy changes its headers. A response to another call, or without a result, never
 * counts.
 */
import { expect, test } from 'vitest';
import { openProvider, own, verdict } from '../testing/open-provider.ts';
import { imageRequest, speechRequest } from './openai/requests.ts';

const { signal } = new AbortController();
const IMAGE = imageRequest({ model: 'm', prompt: 'p', size: '512x512' });

test('an earlier empty list is not believed if another client has used the service since', async () => {
  let results: readonly object[] = [];
  await using provider = await openProvider(() => ({ body: { results } }));
  expect(await provider.predictions.lookup({ token: 'token-1' }, signal)).toBe('absent');
  results = [{ id: 'of-another', status: 'succeeded', output: 'https://a/' }];
  await expect(provider.predictions.lookup({ token: 'token-1' }, signal)).rejects.toThrow('no look-up by token');
});

test.each([
  ['application/vnd.service+json', { data: [{ b64_json: 'AAAA' }] }],
  ['text/plain', { data: [{ b64_json: 'AAAA' }] }],
])('a result counts even under the type %s', async (type, body) => {
  await using provider = await openProvider(() => ({ headers: { 'content-type': type }, body }));
  expect(await verdict(provider.openai, IMAGE)).toBe('replied');
});

test('an error with a success status has no charge', async () => {
  await using provider = await openProvider(() => ({ body: own('overloaded') }));
  expect(await verdict(provider.openai, IMAGE)).toMatchObject({ kind: 'ambiguous' });
});

test('audio may arrive as bytes without a type, but a web page is refused', async () => {
  const [speech, page] = ['application/octet-stream', 'text/html'].map((type) => ({
    headers: { 'content-type': type },
  }));
  const asked = speechRequest({ model: 'm', text: 't', voice: 'v' });
  await using kept = await openProvider(() => ({ ...speech, body: 'sound' }));
  await using refused = await openProvider(() => ({ ...page, body: 'sound' }));
  expect(await verdict(kept.openai, asked)).toBe('replied');
  expect(await verdict(refused.openai, asked)).toEqual({ kind: 'ambiguous', reason: 'no audio' });
});
