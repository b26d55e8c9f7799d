/** Event streams without a key: a URL for one execution or the project, valid for a short time. */
// Modes: embedded, services (gateways).
import { createFarebox } from '@farebox/sdk';
import { beforeAll, expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { execute, quoted, settled } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { fixtures } from './client/make-identities.ts';
import type { Execution, ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const farebox = createFarebox({ baseUrl: gatewayUrl(), apiKey: keys.key });
const REFUSED = '404 event_url_not_usable';

let short: ExecutionRequest;
beforeAll(async () => {
  short = await quoted(client, 'rehearsal', { durationMs: 1500 });
});

const pathOf = (url: string): string => url.slice(url.indexOf('/event-streams/'));
/** Opens a URL without a key, at another gateway than made it, if there are two. */
const open = (url: string, headers = {}): Promise<Response> => fetch(gatewayUrl(1) + pathOf(url), { headers });
const outcomeOf = async (url: string) => (await connect(null).get(pathOf(url))).outcome;

async function textUntil(response: Response, isLast: (text: string) => boolean): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (isLast(text)) break;
  }
  return text;
}
const withoutRetry = (text: string): string => text.replaceAll(/^retry: .*$/gm, '');

// contract 4: "`POST /tools/event-urls` with `{executionId}`, with `{batchId}`, or with `{tool?}` for all executions of the project, answers `{url, expiresAt}`."
// contract 4: "A GET to `url` needs no key and is the stream that the key has that made it, with the same events, `Last-Event-ID` and limits."
test('the URL of an execution streams what the key streams, and resumes', async () => {
  const { data } = await execute(client, short);
  const { url } = await farebox.eventUrl({ executionId: data.id });
  const [states, text] = [[] as unknown[], open(url).then((response) => response.text())];
  for await (const state of farebox.events(data.id)) states.push(state);
  expect((await text).match(/^event: .*$/gm)?.at(-1)).toBe('event: end');
  expect((await text).match(/(?<=^data: )\{"id.*$/gm)?.map((each) => JSON.parse(each) as unknown)).toEqual(
    expect.arrayContaining([states.at(-1)]),
  );
  const ended = await (await open(url)).text();
  const own = await client.send('GET', `/tools/executions/${data.id}/events`, {});
  expect(withoutRetry(ended)).toBe(withoutRetry(own.text));
  const id = /^id: (.+)$/m.exec(ended)?.[1] ?? '';
  expect(await (await open(url, { 'Last-Event-ID': id })).text()).not.toContain('event: execution');
});

// contract 4: "or with `{tool?}` for all executions of the project"
test('the URL of the project streams its executions, or those of one tool', async () => {
  const { data } = await execute(client, short);
  const isSnapshot = (text: string): boolean => text.includes('event: snapshot');
  const all = await textUntil(await open((await farebox.eventUrl()).url), isSnapshot);
  expect(all).toContain(data.id);
  const others = await textUntil(await open((await farebox.eventUrl({ tool: 'image-resize' })).url), isSnapshot);
  expect(others).not.toContain(`"id":"${data.id}"`); // a position may name it
  await settled(keys, data.id);
  expect((await client.get<Execution>(`/tools/executions/${data.id}`)).data.status).toBe('succeeded');
});

// contract 4: "`url` is valid for 15 minutes, or for `expiresInSeconds` if that is less."
// contract 4: "An open stream ends within one second after `expiresAt`, and within two seconds after its key is revoked."
// contract 2: "`event_url_not_usable` says that it has `expired` only at a URL that this service made."
test('a URL and its stream end when it expires', async () => {
  const inMs = ({ expiresAt }: { readonly expiresAt: string }): number => Date.parse(expiresAt) - Date.now();
  const long = inMs(await farebox.eventUrl());
  expect(long).toBeGreaterThan(890_000);
  expect(long).toBeLessThanOrEqual(901_000);
  const made = await farebox.eventUrl({ expiresInSeconds: 3 });
  await (await open(made.url)).text();
  expect(inMs(made)).toBeGreaterThan(-4_000); // one second, and a busy machine
  const reply = await connect(null).get(pathOf(made.url));
  expect([reply.outcome, reply.error.details]).toEqual([REFUSED, { reason: 'expired', expiredAt: made.expiresAt }]);
  const forged = pathOf(made.url).replace(/.{9}$/, (last) => `${last.startsWith('A') ? 'B' : 'A'}${last.slice(1)}`);
  const refused = await connect(null).get(forged);
  expect([refused.outcome, refused.error.details]).toEqual([REFUSED, undefined]);
});

// contract 4: "within two seconds after its key is revoked"
// contract 4: "Afterwards, and at any URL that was not made here, the answer is 404 `event_url_not_usable`, at which `EventSource` stops."
test('a URL and its stream end with the key', async () => {
  const { url } = await createFarebox({ baseUrl: gatewayUrl(), apiKey: keys.keyBurst }).eventUrl();
  const text = (await open(url)).text();
  await fixtures(['--revoke', keys.keyBurst]);
  expect(await text).toContain('event: snapshot');
  expect(await outcomeOf(url)).toBe(REFUSED);
  expect(await outcomeOf('/event-streams/nonsense')).toBe(REFUSED);
});

// contract 4: "A URL for an execution or a batch of another project is refused like one that does not exist: 404 `execution_not_found` or `batch_not_found`."
test('no URL is made for an execution of another project', async () => {
  const { data } = await execute(client, short);
  const asked = [connect(keys.keyOther).post('/tools/event-urls', { executionId: data.id })];
  asked.push(client.post('/tools/event-urls', { executionId: 'exe_00000000000000000000000000' }));
  expect((await Promise.all(asked)).map(({ outcome }) => outcome)).toEqual([
    '404 execution_not_found',
    '404 execution_not_found',
  ]);
  const both = await client.post('/tools/event-urls', { executionId: data.id, tool: 'rehearsal' });
  expect([both.outcome, both.error.details]).toEqual([
    '400 invalid_request',
    { fields: { '/tool': 'is not allowed with executionId' } },
  ]);
});
