/** A cancel before a worker has claimed the execution: the work never starts. */
// Modes: embedded.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { execute, quoted, settled, withoutRehearsal } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import type { Execution, ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const SLOTS_MAX = 80;
const CLAIMED_WITHIN_MS = 1000;
const started: string[] = [];

const read = async (id: string): Promise<Execution> =>
  (await connect(keys.keysByScope['executions:read']).get<Execution>(`/tools/executions/${id}`)).data;

/** Fills the workers with long executions until two have to wait. Returns the later one, which no worker is about to claim. */
async function waitingExecution(request: ExecutionRequest): Promise<Execution> {
  let waiting = 0;
  while (started.length < SLOTS_MAX) {
    const { data } = await execute(client, request);
    started.push(data.id);
    await pause(CLAIMED_WITHIN_MS); // by then every free worker has claimed one
    const now = await read(data.id);
    waiting = now.status === 'queued' ? waiting + 1 : 0;
    if (waiting === 2) return now;
  }
  throw new Error(`${SLOTS_MAX} runs at once and none had to wait`);
}

afterAll(async () => {
  await Promise.all(started.map((id) => client.post(`/tools/executions/${id}/cancel`)));
});

describe.skipIf(withoutRehearsal())('an execution that no worker has claimed', () => {
  // spec 3: "Cancel requested before processing started: The work is stopped"
  // contract 5: "Failure and cancellation charge only the external cost that really arose."
  test('is cancelled in the response to the request, free of charge, and never starts', async () => {
    const waiting = await waitingExecution(await quoted(client, 'rehearsal', { durationMs: 60_000 }));
    const reply = await client.post<Execution>(`/tools/executions/${waiting.id}/cancel`);
    expect(reply.data).toMatchObject({
      status: 'cancelled',
      cancelRequested: true,
      chargedMicros: 0,
      startedAt: null,
      billing: [],
    });
    expect(reply.headers.get('retry-after')).toBeNull();
    expect(await settled(keys, waiting.id)).toEqual(reply.data);
  });
});
