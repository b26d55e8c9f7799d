/** A pull runner claims runs, reports them under their lease, and loses none by faults of the network and cancels. */
import { expect, test, vi } from 'vitest';
import { RunFailed } from '../failed.ts';
import type { Tool } from '../run.ts';
import { createRunner } from '../runner.ts';
import { memoryStore, type RunStore } from '../store.ts';
import { KEY, openTestDoor } from '../testing/door.ts';
import { held, pulling, statusesOf } from '../testing/pulling.ts';
import { pull } from './pull.ts';

test('a run is reported before its work begins, and then its end', async () => {
  await using door = await openTestDoor();
  let before: readonly string[] = [];
  const tool: Tool = ({ arguments: { text } }) => {
    before = statusesOf(run);
    return { result: { text }, units: 2, cost: { usd: '0.001' } };
  };
  const run = door.offer({ arguments: { text: 'größer ✓' } });
  await using _ = pulling(door, tool);
  const reply = { status: 'succeeded', artifacts: [], result: { text: 'größer ✓' }, units: 2, cost: { usd: '0.001' } };
  expect(await run.ended).toEqual(reply);
  expect(before).toEqual(['running']);
  expect(run.reports.every(({ lease }) => lease === run.leases[0])).toBe(true);
});

test('a run whose first report is not taken does not begin', async () => {
  await using door = await openTestDoor();
  const { tool } = held();
  door.wrong.report.push({ status: 409, body: '{"error":{"message":"run_lease_lost"}}' });
  const [lost, next] = [door.offer(), door.offer()];
  await using _ = pulling(
    door,
    tool.mockImplementation(() => ({})),
  );
  await next.ended;
  expect([lost.reports, tool.mock.calls.length]).toEqual([[], 1]);
});

test('the lease is renewed while the work goes on, and progress is told', async () => {
  await using door = await openTestDoor(0.6);
  const { tool, begun, end } = held();
  const run = door.offer();
  await using _ = pulling(door, tool);
  (await begun).progress(0.4);
  await expect.poll(() => run.reports.length).toBeGreaterThan(3);
  expect(run.reports.at(-1)?.reply).toEqual({ status: 'running', progress: 0.4 });
  end();
  expect((await run.ended).status).toBe('succeeded');
});

test('as many runs as places are claimed at once', async () => {
  await using door = await openTestDoor();
  const { tool, end } = held();
  const runs = [door.offer(), door.offer(), door.offer()];
  await using _ = pulling(door, tool, { concurrency: 2 });
  await expect.poll(() => tool.mock.calls.length).toBe(2);
  expect(runs.map(({ leases }) => leases.length)).toEqual([1, 1, 0]);
  end();
  for (const { ended } of runs) expect((await ended).status).toBe('succeeded');
});

test('a cancel aborts the signal of the tool, and its end is told with its cost', async () => {
  await using door = await openTestDoor();
  const { tool, begun } = held();
  const run = door.offer();
  await using _ = pulling(door, async (each) => {
    await Promise.resolve(tool(each)).catch(() => {});
    throw new RunFailed('stopped', { billed: true, cost: { usd: '0.002' } });
  });
  await begun;
  run.isCancelled = true;
  expect(await run.ended).toEqual({ status: 'cancelled', cost: { usd: '0.002' } });
});

test('a run that is cancelled before its first report does not begin', async () => {
  await using door = await openTestDoor();
  const { tool } = held();
  const run = door.offer();
  run.isCancelled = true;
  await using _ = pulling(door, tool);
  expect(await run.ended).toEqual({ status: 'cancelled' });
  expect(tool).not.toHaveBeenCalled();
});

test('requests that are lost, refused for a while or answered by a proxy are repeated, and the work is done once', async () => {
  await using door = await openTestDoor(12);
  door.wrong.claim.push({ status: 503, retryAfter: 0 }, { status: 429, retryAfter: 0 }, { status: 404 });
  door.wrong.report.push({ status: 502 }, 'lost', { status: 409 }, { status: 503, retryAfter: 0 });
  const tool = vi.fn<Tool>(() => ({ units: 1 }));
  const run = door.offer();
  await using runner = pulling(door, tool);
  await expect.poll(() => statusesOf(run).at(-1)).toBe('succeeded');
  expect([tool.mock.calls.length, door.wrong]).toEqual([1, { claim: [], report: [] }]);
  expect(runner.errors.filter((error) => error.includes(KEY))).toEqual([]);
});

test('an end whose response was lost is told again', async () => {
  await using door = await openTestDoor(12);
  const { tool, begun, end } = held();
  const run = door.offer();
  await using _ = pulling(door, tool);
  await begun;
  door.wrong.report.push('lost');
  end();
  await expect.poll(() => statusesOf(run).filter((status) => status === 'succeeded').length).toBe(2);
});

test('a run that was given to another claim is stopped, and its end is not told', async () => {
  await using door = await openTestDoor(0.6);
  const { tool, begun } = held();
  const run = door.offer();
  await using runner = pulling(door, tool);
  const { signal } = await begun;
  door.wrong.report.push({ status: 409, body: '{"error":{"message":"run_lease_lost"}}' });
  await expect.poll(() => signal.aborted).toBe(true);
  await expect.poll(door.waiting).toBe(1);
  expect(new Set(statusesOf(run))).toEqual(new Set(['running']));
  expect(runner.errors).toEqual(['Error: status 409, run_lease_lost']);
});

test('a token that comes again while its work goes on is one run, which is told under the new lease', async () => {
  await using door = await openTestDoor(0.6);
  const { tool, begun, end } = held();
  const run = door.offer();
  await using _ = pulling(door, tool, { concurrency: 2, idempotent: true });
  const { signal, token } = await begun;
  door.offer({}, token);
  await expect.poll(() => run.reports.at(-1)?.lease).toBe('lease-2');
  await expect.poll(door.waiting).toBe(1); // the place of the lost lease is free
  expect(signal.aborted).toBe(false);
  end();
  expect((await run.ended).status).toBe('succeeded');
  expect([tool.mock.calls.length, run.reports.at(-1)?.lease]).toEqual([1, 'lease-2']);
});

test('a store that cannot take a run gives it back', async () => {
  await using door = await openTestDoor();
  const { tool } = held();
  const store: RunStore = { ...memoryStore(), begin: () => Promise.reject(new Error('disk full')) };
  const run = door.offer();
  await using runner = pulling(door, tool, { store });
  expect((await run.ended).status).toBe('not_taken');
  expect([tool.mock.calls.length, runner.errors]).toEqual([0, ['Error: disk full']]);
});

test('a key that is not accepted ends pulling, without the key in the error', async () => {
  await using door = await openTestDoor();
  const runner = createRunner({ tools: {} });
  const refused = await pull(runner, { url: door.url, key: 'another-key' }).catch(String);
  expect(refused).toBe('KeyRefused: Farebox does not accept the runner key: invalid_runner_key');
  await expect(pull(runner, { url: door.url, key: '' })).rejects.toThrow('a runner key is missing');
  await expect(pull(() => Promise.resolve(new Response()), { url: door.url, key: KEY })).rejects.toThrow(
    'createRunner',
  );
});

test('a runner without secrets accepts no request of HTTP', async () => {
  const response = await createRunner({ tools: {} })(new Request('https://a.example/runs/exe_1.0'));
  expect(response.status).toBe(401);
});
