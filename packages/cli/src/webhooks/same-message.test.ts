/** The service and `farebox webhook listen` send the same message for the same execution. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createExecutionStore } from '@farebox/executions';
import { openProjectFixture } from '@farebox/executions/testing';
import { createWebhooks, insertEndpoint, newWebhookSecret } from '@farebox/webhooks';
import { verifyWebhook } from '@farebox/sdk';
import { afterAll, expect, test } from 'vitest';
import { eventService, messageServer } from '../testing/event-service.ts';
import { typist } from '../testing/typing.ts';

const folder = mkdtempSync(join(tmpdir(), 'farebox-same-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const secret = newWebhookSecret();

/** The message of a keeper, and the execution as a poll returns it. */
async function sentByService(): Promise<{ readonly sent: Sent; readonly polled: object }> {
  await using fixture = await openProjectFixture();
  const { database, projectId } = fixture;
  const endpoint = { projectId, url: 'https://shop.example.com/', events: ['execution.cancelled'], sealedSecret: 's' };
  await database.transaction((transaction) => insertEndpoint(transaction, endpoint));
  const id = await fixture.accept();
  const executions = createExecutionStore(database);
  await executions.requestCancel({ projectId, id, keyLineage: 'key_one', role: 'MEMBER' });
  const all: Sent[] = [];
  const keeper = createWebhooks({
    database,
    logger: { warn: () => {} },
    open: () => secret,
    send: async ({ headers, body }) => {
      all.push({ headers, body });
      return 204;
    },
    signal: new AbortController().signal,
  });
  await expect.poll(async () => (await keeper.run(), await keeper.idle(), all.length)).toBe(1);
  return { sent: all[0]!, polled: JSON.parse(JSON.stringify(await executions.get(projectId, id))) as object };
}

test('an execution is forwarded in the same body, with the same headers, as a webhook of the service', async () => {
  const { sent, polled } = await sentByService();
  await using service = await eventService([{ states: [polled], position: 'one' }]);
  await using server = await messageServer();
  const env = {
    XDG_STATE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    FAREBOX_API_KEY: 'fb_test_key',
    FAREBOX_URL: service.url,
  };
  const stopping = new AbortController();
  const farebox = typist({ env, where: [] });
  const line = `webhook listen --forward-to ${server.url}`;
  await farebox(line, { stop: stopping.signal, onSaid: () => stopping.abort() });
  const { said: own } = await farebox('webhook listen --print-secret');
  const [message] = server.messages;
  expect(message?.body).toBe(sent.body);
  const sentHeaders = Object.keys(message?.headers ?? {}).filter((name) => name.startsWith('webhook-'));
  expect(sentHeaders.toSorted()).toEqual(Object.keys(sent.headers).toSorted());
  expect(message?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'farebox-webhooks' });
  const [theirs, ours] = [verifyWebhook(secret, sent), verifyWebhook(own, message!)];
  expect({ ...ours, id: '' }).toEqual({ ...theirs, id: '' });
  for (const { id } of [theirs, ours]) expect(id).toMatch(/^msg_[0-9a-z]{52}$/);
});
