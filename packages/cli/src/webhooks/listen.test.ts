/** `farebox webhook listen` against a scripted event stream. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type WebhookEvent, verifyWebhook } from '@farebox/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, eventService, messageServer } from '../testing/event-service.ts';
import { typist } from '../testing/typing.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'farebox-listen-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const exe = (number: number): string => `exe_${String(number).padStart(26, '0')}`;
const ended = (number: number, status = 'succeeded') => ({
  id: exe(number),
  status,
  finishedAt: '2026-11-28T04:00:00.000Z',
});

const envOf = (url = 'http://127.0.0.1:9') => ({
  XDG_STATE_HOME: folder,
  XDG_CONFIG_HOME: folder,
  FAREBOX_API_KEY: 'fb_test_key',
  FAREBOX_URL: url,
});
const typed = (line: string, env = envOf(), more = {}) => typist({ env, where: [] })(line, more);
const secret = async (): Promise<string> => (await typed('webhook listen --print-secret')).said;
const positions = (): string[] => {
  const found = readdirSync(join(folder, 'farebox/webhooks'));
  return found.filter((name) => name.startsWith('position-'));
};

interface Listening {
  readonly service: Awaited<ReturnType<typeof eventService>>;
  readonly statuses?: readonly number[];
  /** Presses Ctrl-C after so many lines of output. */
  readonly lines: number;
  readonly options?: string;
}

/** Listens until so many lines were printed and the position is kept. */
async function listened({ service, statuses, lines, options = '' }: Listening) {
  await using server = await messageServer(statuses);
  const stopping = new AbortController();
  const said: string[] = [];
  const onSaid = (line: string): void => {
    said.push(line);
    if (said.length === lines) setTimeout(() => stopping.abort(), 200); // the position is kept after the last delivery
  };
  const line = `webhook listen --forward-to ${server.url}/farebox${options}`;
  const { code, told } = await typed(line, envOf(service.url), { stop: stopping.signal, onSaid });
  return { code, told, said, messages: server.messages };
}

test('each end is forwarded once, signed with the printed secret, and Ctrl-C ends the command well', async () => {
  const states = [ended(1), { ...ended(2), status: 'running' }, ended(2, 'failed'), ended(1)];
  await using service = await eventService([{ states, position: 'one' }]);
  const { code, told, said, messages } = await listened({ service, lines: 2 });
  expect([code, said.toSorted()]).toEqual([
    0,
    [
      expect.stringMatching(new RegExp(`^execution.failed  ${exe(2)}  204  \\d+ ms$`)),
      expect.stringMatching(new RegExp(`^execution.succeeded  ${exe(1)}  204  \\d+ ms$`)),
    ],
  ]);
  expect(told).toMatch(/Shop \(test\) at .* to http:\/\/127.0.0.1:\d+\/farebox\. Ctrl-C/);
  expect(told).toContain(await secret());
  const events: WebhookEvent[] = [];
  for (const message of messages) events.push(verifyWebhook(await secret(), message));
  expect(events.map(({ type, data }) => `${type} ${data.id}`).toSorted()).toEqual([
    `execution.failed ${exe(2)}`,
    `execution.succeeded ${exe(1)}`,
  ]);
});

test('a failed message is shown, and sent again under the same id', async () => {
  await using service = await eventService([{ states: [ended(1)], position: 'one' }]);
  const { said, messages } = await listened({ service, statuses: [500], lines: 2, options: ' --json' });
  const attempts = said.map((line) => JSON.parse(line) as object);
  const whose = { event: 'execution.succeeded', executionId: exe(1), messageId: messages[0]?.headers['webhook-id'] };
  expect(attempts).toEqual([
    { ...whose, attempt: 1, statusCode: 500, error: 'answered 500', durationMs: expect.any(Number), retryMs: 1000 },
    { ...whose, attempt: 2, statusCode: 204, error: null, durationMs: expect.any(Number), retryMs: null },
  ]);
  expect(messages[1]?.headers['webhook-id']).toBe(whose.messageId);
});

test('a restart continues after the last position, --skip-missed begins now, and a lost connection is resumed', async () => {
  await using service = await eventService([
    { states: [ended(1)], position: 'one', ends: true },
    { states: [ended(2)], position: 'two' },
    { states: [ended(3)], position: 'three' },
    { states: [ended(4)], position: 'four' },
    { states: [ended(5)], position: 'five', resumed: false },
  ]);
  await listened({ service, lines: 2 });
  expect([service.resumedFrom, positions().length]).toEqual([[undefined, 'one'], 1]);
  await listened({ service, lines: 1 });
  await listened({ service, lines: 1, options: ' --skip-missed' });
  const { told } = await listened({ service, lines: 1 });
  expect(service.resumedFrom.slice(2)).toEqual(['two', undefined, 'four']);
  expect(told).toContain('farebox list shows them');
});

test('an end whose delivery was interrupted is sent again by the next start', async () => {
  const connection: Connection = { states: [ended(1)], position: 'one' };
  await using service = await eventService([connection, connection]);
  await listened({ service, statuses: [500], lines: 1 });
  expect(positions()).toEqual([]);
  const { messages } = await listened({ service, lines: 1 });
  expect([service.resumedFrom, messages.length]).toEqual([[undefined, undefined], 1]);
});

test('--events forwards only these events', async () => {
  await using service = await eventService([{ states: [ended(1), ended(2, 'failed')], position: 'one' }]);
  const { messages } = await listened({ service, lines: 1, options: ' --events execution.failed' });
  expect(messages.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['execution.failed']);
});

test('the secret of a profile stays the same, and only this user can read it', async () => {
  const first = await secret();
  expect([first, await secret()]).toEqual([expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/), first]);
  expect((await typed('webhook listen --print-secret --profile other')).said).not.toBe(first);
  const path = join(folder, 'farebox/webhooks/secret-default.json');
  expect([statSync(path).mode & 0o777, statSync(join(path, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
  chmodSync(path, 0o644);
  expect(await typed('webhook listen --print-secret')).toMatchObject({
    code: 2,
    said: '',
    told: expect.stringContaining(`chmod 600 ${path}`),
  });
});

test.each([
  'https://shop.example.com/farebox',
  'http://10.0.0.1:3000/',
  'http://0.0.0.0:3000/',
  'http://localhost.example.com/',
  'http://127.0.0.1.example.com/',
  'http://user:word@127.0.0.1/',
  'ftp://127.0.0.1/',
  '127.0.0.1:3000',
])('nothing is sent to %s', async (url) => {
  for (const line of [`webhook listen --forward-to ${url}`, `webhook trigger execution.failed --forward-to ${url}`])
    expect(await typed(line), line).toMatchObject({ code: 2, told: expect.stringContaining('--forward-to must') });
});

test('without a server, and with a key that the service refuses, the command ends with a reason', async () => {
  expect(await typed('webhook listen')).toMatchObject({ code: 2, told: expect.stringContaining('--forward-to') });
  const line = 'webhook listen --forward-to http://127.0.0.1:9/';
  expect(await typed(line)).toMatchObject({ code: 4, told: expect.stringContaining('network_failed') });
});
