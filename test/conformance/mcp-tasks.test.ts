/** Long executions as tasks of the protocol: supported by the requester of the extension's authors, paid once, and private to the project. */
// Modes: embedded.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { settled, withoutRehearsal } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { dataIn, type Ended, executionsOf, host, type Quoted } from './client/mcp-host.ts';
import { ask, type Reply, taskHost } from './client/mcp-tasks.ts';

const keys = identitiesOf(import.meta.filename);
const photo = { fileId: 'file_sample_photo' };
const LONG_MS = 60_000;

async function paying(key: string, asked: { tool: string; arguments: object }): Promise<Record<string, never>> {
  await using mcp = await host(key);
  const { data } = await mcp.call<Quoted>('quote', asked);
  const call = { ...asked, quoteId: data.quoteId, maxChargeMicros: data.maximumChargeMicros, waitSeconds: 0 };
  return call as unknown as Record<string, never>;
}

const execute = (key: string, args: object, capabilities?: object): Promise<Reply> =>
  ask(key, { method: 'tools/call', params: { name: 'execute', arguments: args } }, capabilities);
const task = (key: string, method: string, taskId: unknown): Promise<Reply> =>
  ask(key, { method: `tasks/${method}`, params: { taskId, inputResponses: {} } });

const dataOf = (result: unknown) => dataIn((result as { content: unknown }).content) as unknown as Ended;

// issue 10.4: "long runs as tasks where the client can"
test('an execution is a task that ends with its result, and executing the quote again creates neither a charge nor a task', async () => {
  await using mcp = await taskHost(keys.key);
  const call = await paying(keys.key, { tool: 'image-resize', arguments: { source: photo, width: 41 } });
  const before = await executionsOf(keys.key);
  const run = await mcp.session.callTool('execute', call);
  expect(run.handle?.taskId).toMatch(/^exe_/);
  const { outcome } = await run.settle();
  if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome));
  const data = dataOf(outcome.result);
  expect(data).toMatchObject({ executionId: run.handle?.taskId, status: 'succeeded' });
  const [artifact] = data.artifacts;
  const bytes = Buffer.from(await (await fetch(artifact?.url ?? '')).arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(artifact?.sha256);
  expect(mcp.replies.map(({ method }) => method)).toEqual(expect.arrayContaining(['tools/call', 'tasks/get']));

  const again = (await execute(keys.key, call)).result;
  expect(again).toMatchObject({ resultType: 'complete' });
  expect(dataOf(again).executionId).toBe(run.handle?.taskId);
  expect(await executionsOf(keys.key)).toBe(before + 1);
});

// issue 10.4: "long runs as tasks where the client can"
test('a host that does not announce tasks gets none: it gets a result at once, and an error that names the missing capability', async () => {
  const call = await paying(keys.key, { tool: 'image-analyze', arguments: { source: photo } });
  const { result = {} } = await execute(keys.key, call, {});
  expect(result).toMatchObject({ resultType: 'complete' });
  const { executionId } = dataOf(result);
  expect(executionId).toMatch(/^exe_/);
  for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
    const { error } = await ask(keys.key, { method, params: { taskId: executionId, inputResponses: {} } }, {});
    const requiredCapabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
    expect(error).toMatchObject({ code: -32_021, data: { requiredCapabilities } });
  }
  expect((await execute(keys.key, { ...call, maxChargeMicros: 0 })).result).toMatchObject({ isError: true });
});

describe.skipIf(withoutRehearsal())('a running task', () => {
  // issue 10.4: "long runs as tasks where the client can"
  test('is the same one however often the quote is executed, can be cancelled, and then costs only what arose', async () => {
    await using mcp = await taskHost(keys.key2);
    const call = await paying(keys.key2, { tool: 'rehearsal', arguments: { durationMs: LONG_MS } });
    const run = await mcp.session.callTool('execute', call);
    if (run.kind !== 'task') throw new Error('it was no task');
    const { taskId } = run.handle;
    const [one, other] = await Promise.all([execute(keys.key2, call), execute(keys.key2, call)]);
    expect([one.result?.['taskId'], other.result?.['taskId']]).toEqual([taskId, taskId]);
    expect((await task(keys.key2, 'get', taskId)).result).toMatchObject({ status: 'working', pollIntervalMs: 5_000 });
    await run.cancel();
    expect((await run.result()).status).toBe('cancelled');
    expect(await settled(keys, taskId)).toMatchObject({ status: 'cancelled', chargedMicros: 0 });
    expect((await task(keys.key2, 'get', taskId)).result).toMatchObject({ status: 'cancelled' });
    expect((await task(keys.key2, 'cancel', taskId)).result).toMatchObject({ resultType: 'complete' });
  });

  // issue 10.4: "same keys, scopes, limits, ledger"
  test('looks to another project as if it did not exist, and is not cancelled without the scope', async () => {
    const call = await paying(keys.key2, { tool: 'rehearsal', arguments: { durationMs: LONG_MS } });
    const taskId = (await execute(keys.key2, call)).result?.['taskId'];
    for (const method of ['get', 'cancel', 'update']) {
      const foreign = await task(keys.keyOther, method, taskId);
      expect(foreign.error).toEqual({ code: -32_602, message: 'Task not found' });
      expect(foreign).toEqual(await task(keys.keyOther, method, 'exe_00000000000000000000000000'));
    }
    const refused = await task(keys.keysByScope['tools:read'], 'cancel', taskId);
    expect(refused.error).toMatchObject({ code: -32_000, message: 'platform_api_key_scope_required' });
    expect((await task(keys.key2, 'get', taskId)).result).toMatchObject({ status: 'working' });
    await task(keys.key2, 'cancel', taskId);
  });
});
