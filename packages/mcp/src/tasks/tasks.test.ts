/** Long executions as MCP tasks on the wire, for hosts that declare support in the request. */
import { AppError } from '@farebox/contract';
import { beforeEach, expect, test } from 'vitest';
import { mcpOverHttp } from '../http.ts';
import { createSpendLimit, type SpendLimit } from '../spend-limit.ts';
import { dataIn } from '../testing/host.ts';
import { type ScriptedApi, scriptedApi } from '../testing/scripted-api.ts';

const TASKS = 'io.modelcontextprotocol/tasks';
const ID = 'exe_1';
const asked = { tool: 'image-resize', arguments: { source: { fileId: 'file_1' }, width: 9 } };
const MAXIMUM = 500;
const mcp = mcpOverHttp('localhost');

let api: ScriptedApi;
let spendLimit: SpendLimit;
let execution: Readonly<Record<string, unknown>>;

beforeEach(() => {
  api = scriptedApi();
  spendLimit = createSpendLimit(2 * MAXIMUM);
  execution = {
    id: ID,
    tool: asked.tool,
    status: 'queued',
    statusReason: null,
    maximumChargeMicros: MAXIMUM,
    chargedMicros: null,
    createdAt: '2026-11-24T10:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    error: null,
    steps: [],
    output: { artifacts: [] },
  };
  const price = { priceVersion: '2026-11-23.0123abcd', minimumChargeMicros: 1, maximumChargeMicros: MAXIMUM };
  api.on('createQuote', () => ({ ...price, breakdown: [], blockers: [] }));
  api.on('createExecution', () => execution);
  api.on('getExecution', ({ params }) => {
    if (params?.['id'] !== ID) throw new AppError('execution_not_found');
    return execution;
  });
});

interface Reply {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

async function send(method: string, params: object, { follows = true, name = '' } = {}): Promise<Reply> {
  const version = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'scripted', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': follows ? { extensions: { [TASKS]: {} } } : {},
  };
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': version,
    'Mcp-Method': method,
    ...(name === '' ? {} : { 'Mcp-Name': name }),
  };
  const request = new Request('http://localhost/mcp', { method: 'POST', headers });
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } };
  return (await (await mcp.respond(request, body, { api, spendLimit })).json()) as Reply;
}

const call = (name: string, args: object, options = {}): Promise<Reply> =>
  send('tools/call', { name, arguments: args }, { name, ...options });
const task = (method: string, taskId = ID, options = {}): Promise<Reply> =>
  send(`tasks/${method}`, { taskId, inputResponses: {} }, { name: taskId, ...options });

const dataOf = (result: unknown) => dataIn((result as { content: unknown }).content);

async function paying(): Promise<object> {
  const { result = {} } = await call('quote', asked);
  const { quoteId } = dataOf(result);
  return { ...asked, quoteId, maxChargeMicros: MAXIMUM, waitSeconds: 0 };
}

test('an open execution is a task with its id, and the task ends with the result of the tool call', async () => {
  expect((await send('server/discover', {})).result?.['capabilities']).toMatchObject({ extensions: { [TASKS]: {} } });
  const created = (await call('execute', await paying())).result;
  expect(created).toMatchObject({ resultType: 'task', taskId: ID, status: 'working', ttlMs: null });
  expect(created).toMatchObject({ pollIntervalMs: 5_000, lastUpdatedAt: '2026-11-24T10:00:00.000Z' });
  expect(created).not.toHaveProperty('result');

  const step = { name: 'resize', status: 'running', progress: 0.419, startedAt: '2026-11-24T10:00:05.000Z' };
  execution = { ...execution, status: 'running', steps: [{ ...step, finishedAt: null }] };
  const working = (await task('get')).result;
  expect(working).toMatchObject({ resultType: 'complete', status: 'working', lastUpdatedAt: step.startedAt });
  expect(working?.['statusMessage']).toMatch(/resize, 41 %/);
  execution = { ...execution, status: 'needs_review' };
  expect((await task('get')).result).toMatchObject({
    status: 'working',
    statusMessage: expect.stringMatching(/Do not/),
  });

  execution = { ...execution, status: 'succeeded', chargedMicros: 120, finishedAt: '2026-11-24T10:00:09.000Z' };
  const { result } = (await task('get')).result ?? {};
  const { result: looked } = await call('get_execution', { executionId: ID });
  expect(result).toMatchObject({ resultType: 'complete', content: looked?.['content'] });
  expect(dataOf(looked)).toMatchObject({ status: 'succeeded', chargedMicros: 120 });
});

test('a failed execution is a completed task with its charge; a cancelled execution is a cancelled task', async () => {
  execution = { ...execution, status: 'failed', chargedMicros: 7, error: { message: 'tool_failed' } };
  const failed = (await task('get')).result;
  expect(failed).toMatchObject({ status: 'completed', result: { isError: true } });
  expect(dataOf(failed?.['result'])).toMatchObject({ status: 'failed', chargedMicros: 7 });
  execution = { ...execution, status: 'cancelled', chargedMicros: 3, error: null };
  const cancelled = (await task('get')).result;
  expect(cancelled).toMatchObject({ status: 'cancelled', statusMessage: expect.stringMatching(/cost 3 /) });
  expect(cancelled).not.toHaveProperty('result');
});

test('an execution that ends during the wait is an ordinary result', async () => {
  execution = { ...execution, status: 'succeeded', chargedMicros: 120 };
  expect((await call('execute', await paying())).result).toMatchObject({ resultType: 'complete', content: [{}] });
});

test('a repeated execute with tasks uses the same idempotency key, and the budget counts its charge once', async () => {
  const once = await paying();
  await call('execute', once);
  await call('execute', once);
  const keys = api.asked.filter(({ route }) => route === 'createExecution').map(({ idempotencyKey }) => idempotencyKey);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  expect(spendLimit.remainingMicros()).toBe(MAXIMUM);
  execution = { ...execution, status: 'cancelled', chargedMicros: 30 };
  await task('get');
  expect(spendLimit.remainingMicros()).toBe(2 * MAXIMUM - 30);
});

test('a host that does not declare task support gets ordinary results, and its task requests are refused', async () => {
  const ordinary = (await call('execute', await paying(), { follows: false })).result;
  expect(ordinary).toMatchObject({ resultType: 'complete' });
  expect(dataOf(ordinary)).toMatchObject({ executionId: ID, status: 'queued' });
  for (const method of ['get', 'cancel', 'update']) {
    const before = api.asked.length;
    expect((await task(method, ID, { follows: false })).error).toMatchObject({
      code: -32_021,
      data: { requiredCapabilities: { extensions: { [TASKS]: {} } } },
    });
    expect(api.asked).toHaveLength(before);
  }
});

test('cancelling a task twice or after its end succeeds, and an unknown task is not found', async () => {
  let cancels = 0;
  api.on('cancelExecution', ({ params }) => {
    cancels += 1;
    if (params?.['id'] !== ID) throw new AppError('execution_not_found');
    if (cancels > 1) throw new AppError('execution_already_finished');
    return execution;
  });
  for (const method of ['cancel', 'cancel', 'update']) {
    const { result } = await task(method);
    expect([method, result]).toEqual([method, { resultType: 'complete', _meta: expect.anything() }]);
  }
  for (const method of ['get', 'cancel', 'update'])
    expect((await task(method, 'exe_2')).error).toEqual({ code: -32_602, message: 'Task not found' });
  api.on('getExecution', () => {
    throw new AppError('rate_limit_exceeded');
  });
  expect((await task('get')).error).toMatchObject({ code: -32_000, message: 'rate_limit_exceeded' });
});
