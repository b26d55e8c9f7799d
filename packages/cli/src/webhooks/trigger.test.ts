/** `farebox webhook trigger` sends valid messages, without a system and without a key. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileReader } from '@farebox/catalog';
import { WEBHOOK_EVENTS, WebhookEvent } from '@farebox/contract';
import { verifyWebhook } from '@farebox/sdk';
import type { TSchema } from 'typebox';
import { afterAll, expect, test } from 'vitest';
import { messageServer } from '../testing/event-service.ts';
import { typist } from '../testing/typing.ts';

const folder = mkdtempSync(join(tmpdir(), 'farebox-trigger-'));
afterAll(() => rmSync(folder, { recursive: true }));
const farebox = typist({ env: { XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder }, where: [] });

/** `$id`, formats and discriminators only matter to the documentation. */
const read = compileReader(
  JSON.parse(
    JSON.stringify(WebhookEvent, (key, each: unknown) =>
      key === 'discriminator' || (typeof each === 'string' && (key === '$id' || key === 'format')) ? undefined : each,
    ),
  ) as TSchema,
);

test.each(WEBHOOK_EVENTS)('%s is sent as the contract describes it, under a new id each time', async (event) => {
  await using server = await messageServer();
  const line = `webhook trigger ${event} --forward-to ${server.url}/farebox`;
  for (let n = 0; n < 2; n++)
    expect(await farebox(line)).toMatchObject({
      code: 0,
      said: expect.stringMatching(new RegExp(`^${event}  exe_\\w{26}  204  \\d+ ms$`)),
    });
  const { said: secret } = await farebox('webhook listen --print-secret');
  const [first, second] = server.messages.map((message) => verifyWebhook(secret, message));
  expect([first?.type, first?.data.status, first?.timestamp]).toEqual([
    event,
    event.slice('execution.'.length),
    first?.data.finishedAt,
  ]);
  expect([first?.id, second?.id === first?.id]).toEqual([expect.stringMatching(/^msg_[0-9a-z]{52}$/), false]);
  const found = read(JSON.parse(server.messages[0]?.body ?? '') as Parameters<typeof read>[0]);
  expect(found.ok ? null : found.fields).toBeNull();
});

test('a message that the server does not take fails the command', async () => {
  await using server = await messageServer([500]);
  const line = `webhook trigger execution.failed --forward-to ${server.url}`;
  expect(await farebox(line)).toMatchObject({
    code: 1,
    said: expect.stringContaining('failed: answered 500'),
    told: expect.stringContaining('did not take the message'),
  });
  expect((await farebox('webhook trigger execution.ended --forward-to http://127.0.0.1:9')).code).toBe(2);
});
