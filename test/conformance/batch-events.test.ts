/** The event stream of a batch: the content of polls, as it changes. */
// Modes: embedded, services (gateways).
import { createFarebox } from '@farebox/sdk';
import { expect, test } from 'vitest';
import { quotedBatch, sendBatch } from './client/batches.ts';
import { connect, gatewayUrl } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import type { Batch } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
// Streamed by a gateway that did not accept it, if there are two.
const farebox = createFarebox({ baseUrl: gatewayUrl(1), apiKey: keys.key });
const endedOf = ({ counts: { succeeded = 0, failed = 0, cancelled = 0 } }: Batch): number =>
  succeeded + failed + cancelled;

async function started(durations: readonly number[]): Promise<Batch> {
  const inputs = durations.map((durationMs) => ({ durationMs }));
  return (await sendBatch(client, await quotedBatch(client, 'rehearsal', inputs))).data;
}

// contract 5: "`GET /tools/batches/{id}/events` streams the states of a batch as server-sent events `batch`, each with the content of a poll: the current state first, then each one that differs, at most one a second."
test('each state of a batch is streamed, and the last equals a poll', async () => {
  const { id } = await started([100, 1500, 3000]);
  const states: Batch[] = [];
  for await (const state of farebox.batches.events(id)) states.push(state);
  expect(states[0]).toMatchObject({ id, executionCount: 3, finishedAt: null });
  expect(states.at(-1)).toEqual((await client.get<Batch>(`/tools/batches/${id}`)).data);
  expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(states.length);
  const ended = states.map(endedOf);
  expect(ended).toEqual([...ended].sort((one, other) => one - other));
  expect([ended.at(-1), states.length > 1]).toEqual([3, true]);
});

// contract 5: "After the last state comes `end`, and the stream closes. `Last-Event-ID` and the limits are those of the stream of an execution."
// contract 4: "A GET to `url` needs no key and is the stream that the key has that made it, with the same events, `Last-Event-ID` and limits."
test('the stream of an ended batch sends its end once, with a key and at an event URL, and resumes', async () => {
  const { id } = await started([100, 100]);
  await farebox.batches.wait(id);
  const { url } = await farebox.eventUrl({ batchId: id });
  const signed = url.slice(url.indexOf('/event-streams/'));
  const poll = await client.get<Batch>(`/tools/batches/${id}`);
  for (const path of [`/tools/batches/${id}/events`, signed]) {
    const read = async (headers = {}): Promise<string> =>
      await (
        await fetch(gatewayUrl() + path, {
          headers: path === signed ? headers : { Authorization: `Bearer ${keys.key}`, ...headers },
        })
      ).text();
    const text = await read();
    const [, eventId = '', state = ''] =
      /^id: (.+)\nevent: batch\ndata: (.+)\n\nevent: end\ndata: .+\n\n$/m.exec(text) ?? [];
    expect(JSON.parse(state)).toEqual(poll.data);
    const resumed = await read({ 'Last-Event-ID': eventId });
    expect(resumed).toContain('event: end');
    expect(resumed).not.toContain('event: batch');
  }
});

// contract 4: "A URL for an execution or a batch of another project is refused like one that does not exist: 404 `execution_not_found` or `batch_not_found`."
test('no URL is made for a batch of another project, or for two things', async () => {
  const { id } = await started([100]);
  const refused = [connect(keys.keyOther).post('/tools/event-urls', { batchId: id })];
  refused.push(client.post('/tools/event-urls', { batchId: 'bat_00000000000000000000000000' }));
  expect((await Promise.all(refused)).map(({ outcome }) => outcome)).toEqual(Array(2).fill('404 batch_not_found'));
  const mixed = [
    await client.post('/tools/event-urls', { batchId: id, tool: 'rehearsal' }),
    await client.post('/tools/event-urls', { batchId: id, executionId: 'exe_00000000000000000000000000' }),
  ];
  expect(mixed.map(({ outcome, error }) => [outcome, error.details])).toEqual([
    ['400 invalid_request', { fields: { '/tool': 'is not allowed with batchId' } }],
    ['400 invalid_request', { fields: { '/batchId': 'is not allowed with executionId' } }],
  ]);
});
