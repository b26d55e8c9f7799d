/** Reading one execution, while it runs and after it ended. */
// Modes: embedded, services (gateways).
import { describe, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { accepted, completed, settled, until, withoutRehearsal } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Execution } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const STATUSES = ['queued', 'running', 'needs_review', 'succeeded', 'failed', 'cancelled'];
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

// contract 5: "Non-terminal reads carry Retry-After: 5."
// contract 4: "Statuses queued running needs_review succeeded failed cancelled"
describe.skipIf(withoutRehearsal())('an open execution', () => {
  test('is queued, then running, has Retry-After, and shows its start', async () => {
    const { id, status: first } = await accepted(client, 'rehearsal', { durationMs: 60_000 });
    expect(first).toBe('queued');
    const running = await until(keys, id, ({ status }) => status !== 'queued');
    expect(running).toMatchObject({ status: 'running', chargedMicros: null, finishedAt: null, billing: [] });
    expect(running.startedAt).toMatch(TIME);
    // It runs for a minute, so this reads an open execution.
    const read = await client.get<Execution>(`/tools/executions/${id}`);
    expect([read.data.status, read.headers.get('retry-after')]).toEqual(['running', '5']);
    const cancelled = await client.post<Execution>(`/tools/executions/${id}/cancel`);
    const isOver = cancelled.data.status === 'cancelled';
    expect(cancelled.headers.get('retry-after')).toBe(isOver ? null : '5');
    expect((await settled(keys, id)).status).toBe('cancelled');
    expect((await client.get(`/tools/executions/${id}`)).headers.get('retry-after')).toBeNull();
  });
});

// contract 4: "a running step has its startedAt, attempt and, where known, progress (0 to 1)"
describe.skipIf(withoutRehearsal())('a running step', () => {
  test('shows its start, its attempt and its growing progress', async () => {
    const { id } = await accepted(client, 'rehearsal', { durationMs: 8000 });
    const progressOf = ({ steps }: Execution): number => steps[0]?.progress ?? 0;
    const first = await until(keys, id, (execution) => progressOf(execution) > 0);
    expect(first.steps[0]).toMatchObject({ status: 'running', attempt: 1, startedAt: expect.stringMatching(TIME) });
    const later = await until(keys, id, (execution) => progressOf(execution) > progressOf(first));
    expect(progressOf(later)).toBeLessThanOrEqual(1);
    expect((await settled(keys, id)).steps[0]).not.toHaveProperty('progress');
  });
});

describe('an ended execution', () => {
  // contract 4: "the last three are terminal and never change"
  test('never changes and has no Retry-After', async () => {
    const end = await completed(keys, 'image-analyze', await analysis(client));
    const again = await client.get<Execution>(`/tools/executions/${end.id}`);
    expect(again.data).toEqual(end);
    expect(again.headers.get('retry-after')).toBeNull();
  });

  // contract 4: "steps: [{index, name, engine, status, attempt, chargedMicros, startedAt, finishedAt}]"
  test('shows its steps', async () => {
    const end = await completed(keys, 'image-analyze', await analysis(client));
    expect(end.steps).toEqual([
      {
        index: 0,
        name: expect.any(String),
        engine: 'image',
        status: 'succeeded',
        attempt: expect.toSatisfy((attempt: number) => attempt >= 1),
        chargedMicros: end.chargedMicros,
        startedAt: expect.stringMatching(TIME),
        finishedAt: expect.stringMatching(TIME),
      },
    ]);
  });

  // contract 1: "Times: RFC 3339 UTC with Z."
  test('was created, started and finished in this order', async () => {
    const { createdAt, startedAt, finishedAt } = await completed(keys, 'image-analyze', await analysis(client));
    const times = [createdAt, startedAt, finishedAt] as string[];
    for (const time of times) expect(time).toMatch(TIME);
    expect(times.map(Date.parse)).toEqual(times.map(Date.parse).toSorted((a, b) => a - b));
  });

  // contract 4: "error: {status, message}|null"
  test.skipIf(withoutRehearsal())('that failed shows its error, and has no artifact', async () => {
    const end = await completed(keys, 'rehearsal', { outcome: 'fail' });
    expect(end.status).toBe('failed');
    expect(end.error).toEqual({
      status: expect.stringMatching(/^[A-Z_]+$/),
      message: expect.stringMatching(/^[a-z][a-z0-9_]*$/),
    });
    expect(end.output.artifacts).toEqual([]);
  });
});

// spec 4.5: "Returns the execution (Section 2.5)."
test('any key of the project with the scope may read it, on every gateway', async () => {
  const { id } = await accepted(client, 'image-analyze', await analysis(client));
  const readers = [keys.key2, keys.keyAdmin, keys.keyViewer, keys.keysByScope['executions:read']];
  const replies = await Promise.all(readers.map((key, i) => connect(key, i).get<Execution>(`/tools/executions/${id}`)));
  expect(replies.map(({ data }) => data.id)).toEqual(readers.map(() => id));
  for (const { data } of replies) expect(STATUSES).toContain(data.status);
});

// contract 2: "execution_not_found"
test.each([
  'exe_00000000000000000000000000',
  'exe_x',
  'nonsense',
  'file_00000000000000000000000000',
  '%00',
  '..%2Fusage',
])('the id %s is answered execution_not_found', async (id) => {
  expect((await client.get(`/tools/executions/${id}`)).outcome).toBe('404 execution_not_found');
});
