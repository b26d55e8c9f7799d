/** The event stream of an execution: the content of polls, as it changes. */
// Modes: embedded, services (gateways).
import { createFarebox } from '@farebox/sdk';
import { beforeAll, expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { execute, quoted, settled } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import type { Execution, ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
// Streamed by a gateway that did not accept it, if there are two.
const farebox = createFarebox({ baseUrl: gatewayUrl(1), apiKey: keys.key });

let short: ExecutionRequest;
beforeAll(async () => {
  short = await quoted(client, 'rehearsal', { durationMs: 1500 });
});

const streamed = async (id: string, headers = {}): Promise<{ response: Response; text: string }> => {
  const response = await fetch(`${gatewayUrl()}/tools/executions/${id}/events`, {
    headers: { Authorization: `Bearer ${keys.key}`, ...headers },
  });
  return { response, text: await response.text() };
};

// issue 10.3: "`GET /tools/executions/{id}/events`", "snapshot first, then changes", "Every event says the same as the poll."
test('each state is streamed as it occurs, the current one first, and the last equals a poll', async () => {
  const { data } = await execute(client, short);
  const states: unknown[] = [];
  for await (const state of farebox.events(data.id)) states.push(state);
  expect((states[0] as Execution).id).toBe(data.id);
  expect(states.at(-1)).toEqual((await client.get(`/tools/executions/${data.id}`)).data);
  expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(states.length);
});

// issue 10.3: "Last-Event-ID"
// spec 1: "Every response carries Cache-Control: no-store."
test('the stream of an ended execution sends its end once, and nothing to a client that resumes after it', async () => {
  const { data } = await execute(client, short);
  await settled(keys, data.id);
  const { response, text } = await streamed(data.id);
  expect(['Content-Type', 'Cache-Control'].map((name) => response.headers.get(name))).toEqual([
    'text/event-stream',
    'no-store',
  ]);
  const poll = await client.get<Execution>(`/tools/executions/${data.id}`);
  const [, id = '', state = ''] =
    /^id: (.+)\nevent: execution\ndata: (.+)\n\nevent: end\ndata: .+\n\n$/m.exec(text) ?? [];
  expect(JSON.parse(state)).toEqual(poll.data);
  expect((await streamed(data.id, { 'Last-Event-ID': id })).text).not.toContain('event: execution');
});
