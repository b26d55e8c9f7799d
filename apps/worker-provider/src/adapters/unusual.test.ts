/** What is paid for counts however a proxy dresses it up; what is not ours, or no answer, never does. */
import { expect, test } from 'vitest';
import { openProvider, own, verdict } from '../testing/open-provider.ts';
import { imageRequest, speechRequest } from './openai/requests.ts';

const { signal } = new AbortController();
const IMAGE = imageRequest({ model: 'm', prompt: 'p', size: '512x512' });

test('a list that was empty once is not believed when somebody else has used the service since', async () => {
  let results: readonly object[] = [];
  await using provider = await openProvider(() => ({ body: { results } }));
  expect(await provider.predictions.lookup({ token: 'token-1' }, signal)).toBe('absent');
  results = [{ id: 'of-another', status: 'succeeded', output: 'https://a/' }];
  await expect(provider.predictions.lookup({ token: 'token-1' }, signal)).rejects.toThrow('no look-up by token');
});

test.each([
  ['application/vnd.service+json', { data: [{ b64_json: 'AAAA' }] }],
  ['text/plain', { data: [{ b64_json: 'AAAA' }] }],
])('what was made counts under the type %s too', async (type, body) => {
  await using provider = await openProvider(() => ({ headers: { 'content-type': type }, body }));
  expect(await verdict(provider.openai, IMAGE)).toBe('replied');
});

test('an error under a status of success says nothing that could be charged', async () => {
  await using provider = await openProvider(() => ({ body: own('overloaded') }));
  expect(await verdict(provider.openai, IMAGE)).toMatchObject({ kind: 'ambiguous' });
});

test('sound may come as bytes of no stated kind, a page is none', async () => {
  const [speech, page] = ['application/octet-stream', 'text/html'].map((type) => ({
    headers: { 'content-type': type },
  }));
  const asked = speechRequest({ model: 'm', text: 't', voice: 'v' });
  await using kept = await openProvider(() => ({ ...speech, body: 'sound' }));
  await using refused = await openProvider(() => ({ ...page, body: 'sound' }));
  expect(await verdict(kept.openai, asked)).toBe('replied');
  expect(await verdict(refused.openai, asked)).toEqual({ kind: 'ambiguous', reason: 'no audio' });
});
