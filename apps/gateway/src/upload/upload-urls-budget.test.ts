/** The rate limit of upload URLs. */
import type { UploadUrl } from '@farebox/contract';
import { expect, test } from 'vitest';
import { startTestGateway } from '../testing/gateway.fixture.ts';
import { outcomeOf, SIZE } from '../testing/sound.fixture.ts';

test('requests to upload URLs have a separate rate limit, so that pages do not use up the limit of the key', async () => {
  await using own = await startTestGateway({ FAREBOX_RATE_LIMIT_PER_MINUTE: '3' });
  const { token } = await (await own.newProject()).newKey();
  const json = { mimeType: 'audio/wav', sizeBytes: SIZE };
  const { data } = await own.call<UploadUrl>('POST /tools/upload-urls', { key: token, json });
  const path = data.uploadUrl.slice(own.url.length);
  const send = () => own.call(`PUT ${path}`, { body: 'x', headers: { 'Content-Type': 'audio/wav' } });
  const outcomes = [];
  // More than two windows allow, in case a new window starts meanwhile.
  while (outcomes.length < 8 && outcomes.at(-1) !== '429 rate_limit_exceeded') outcomes.push(outcomeOf(await send()));
  expect(outcomes.at(-1)).toBe('429 rate_limit_exceeded');
  expect(outcomes.slice(0, 3)).toEqual(outcomes.slice(0, 3).map(() => '400 file_content_mismatch'));
  expect((await own.call('GET /tools/project', { key: token })).status).toBe(200);
});
