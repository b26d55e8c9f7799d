/** The event stream of a project: every accept and every end as a poll returns it, and none of another project. */
// Modes: embedded, services (gateways).
import { createFarebox } from '@farebox/sdk';
import { beforeAll, expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { execute, quoted, settled } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { TERMINAL, type Execution, type ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);

let short: ExecutionRequest;
beforeAll(async () => {
  short = await quoted(client, 'rehearsal', { durationMs: 1500 });
});

interface Told {
  readonly states: Map<string, Execution>;
  readonly resumed: boolean;
  readonly position: string;
}

interface Following {
  readonly key?: string;
  readonly gateway?: number;
  readonly after?: string;
}

/** Executes after the stream has begun, so that the end is not in the past, however busy the machine is. */
async function untilOneEnded(by: typeof client, following: Following = {}): Promise<Told & { readonly id: string }> {
  let id: string | undefined;
  const told = await toldUntilEnded(
    () => (id === undefined ? [] : [id]),
    following,
    async () => {
      id = (await execute(by, await quoted(by, 'rehearsal', { durationMs: 200 }))).data.id;
    },
  );
  return { ...told, id: id ?? 'none' };
}

/** Reads a stream until it has sent the end of each of these, and a position after them. */
async function toldUntilEnded(
  ids: () => readonly string[],
  { key = keys.key, gateway = 0, after }: Following = {},
  onSnapshot = async (): Promise<void> => {},
): Promise<Told> {
  const farebox = createFarebox({ baseUrl: gatewayUrl(gateway), apiKey: key });
  const controller = new AbortController();
  const states = new Map<string, Execution>();
  let [resumed, position] = [false, ''];
  let doing = Promise.resolve();
  const hasEnded = (id: string): boolean => TERMINAL.some((status) => status === states.get(id)?.status);
  const hasAll = (): boolean => ids().length > 0 && ids().every(hasEnded);
  const events = farebox.events({
    signal: controller.signal,
    ...(after === undefined ? {} : { after }),
    onSnapshot: (snapshot) => {
      resumed ||= snapshot.resumed;
      doing = onSnapshot();
    },
    onPosition: (latest) => {
      position = latest;
      if (hasAll()) controller.abort();
    },
  });
  await expect(
    (async () => {
      for await (const state of events) states.set(state.id, state);
    })(),
  ).rejects.toMatchObject({ name: 'AbortError' });
  await doing;
  return { states, resumed, position };
}

const polled = async (id: string) => (await client.get<Execution>(`/tools/executions/${id}`)).data;

// issue 10.3: "`GET /tools/events` (SSE: snapshot first, then changes", "Every event says the same as the poll."
test('open executions come first, then accepts and ends as they occur, and the last state of each equals a poll', async () => {
  const lasting = await quoted(client, 'rehearsal', { durationMs: 60_000 });
  const first = (await execute(client, lasting)).data.id;
  const ids = [first];
  const { states } = await toldUntilEnded(
    () => (ids.length === 3 ? ids : []),
    {},
    async () => {
      ids.push((await execute(client, short)).data.id, (await execute(client, short)).data.id);
      await client.post(`/tools/executions/${first}/cancel`);
    },
  );
  for (const id of ids) expect(states.get(id)).toEqual(await polled(id));
});

// issue 10.3: "Last-Event-ID"
test('a client that resumes at another gateway gets the ends that it missed', async () => {
  const { position } = await untilOneEnded(client);
  const missed = (await execute(client, short)).data.id;
  await settled(keys, missed);
  const { states, resumed } = await toldUntilEnded(() => [missed], { gateway: 1, after: position });
  expect(resumed).toBe(true);
  expect(states.get(missed)).toEqual(await polled(missed));
});
