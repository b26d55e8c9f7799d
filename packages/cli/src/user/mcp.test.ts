/**
 * `farebox mcp` as a host starts it: a job with a local file, a spending limit that no call exceeds, and folders that
 * no path leaves.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, expect, test } from 'vitest';
import { type Ask, running } from '../testing/running.ts';
import { startEnvironment } from '../testing/environment.ts';

const PHOTO = join(import.meta.dirname, '../../../../packages/files/samples/photo.jpg');
const PHOTO_ID = 'file_sample_photo';
const CURRENT = '2026-07-28';
const MAIN = join(import.meta.dirname, '../main.ts');
const directory = realpathSync(mkdtempSync(join(tmpdir(), 'farebox-mcp-')));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const [data, root, elsewhere, results] = ['data', 'root', 'elsewhere', 'results'].map((name) =>
  join(directory, name),
) as [string, string, string, string];
mkdirSync(results);
for (const folder of [root, elsewhere]) {
  mkdirSync(folder);
  copyFileSync(PHOTO, join(folder, 'photo.jpg'));
}
symlinkSync(join(elsewhere, 'photo.jpg'), join(root, 'link.jpg'));

type Reply = Readonly<Record<string, unknown>>;
type Call = (name: string, args?: object) => Promise<Reply>;
type Send = (method: string, params: object) => Promise<Reply>;

function started(maxSpend: string): StdioClientTransport {
  const args = [MAIN, 'mcp', '--data-dir', data, '--max-spend', maxSpend, '--root', root, '--save-to', results];
  const env = Object.fromEntries(Object.entries(startEnvironment).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  return new StdioClientTransport({ command: process.execPath, args, env, cwd: directory });
}

/** Plays a host that supports tasks, message by message, because the SDK's client does not support them. */
async function following(maxSpend: string, job: (send: Send) => Promise<void>): Promise<void> {
  const transport = started(maxSpend);
  const waiting = new Map<unknown, (result: Reply) => void>();
  transport.onmessage = (message) => {
    const { id, result, error } = message as { id?: unknown; result?: Reply; error?: Reply };
    waiting.get(id)?.(result ?? { error });
  };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': CURRENT,
    'io.modelcontextprotocol/clientInfo': { name: 'scripted', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  };
  await transport.start();
  try {
    await job(async (method, params) => {
      const id = waiting.size;
      const { promise, resolve } = Promise.withResolvers<Reply>();
      waiting.set(id, resolve);
      await transport.send({ jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } });
      return promise;
    });
  } finally {
    await transport.close();
  }
}

async function session(
  maxSpend: string,
  mode: 'legacy' | { pin: string },
  job: (call: Call) => Promise<void>,
): Promise<void> {
  const client = new Client({ name: 'scripted', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(started(maxSpend));
  try {
    await job(async (name, input = {}) => {
      return dataIn((await client.callTool({ name, arguments: { ...input } })).content);
    });
  } finally {
    await client.close();
  }
}

/** The data of an answer as a model reads it, or the error in it. */
function dataIn(content: unknown): Reply {
  const [first] = content as { text: string }[];
  const data = JSON.parse(first?.text ?? '{}') as Reply;
  return (data['error'] as Reply | undefined)?.['advice'] === undefined ? data : (data['error'] as Reply);
}

const usageOf = async (ask: Ask) =>
  (await ask<{ settledRequests: number; chargedMicros: number }>('/tools/usage')).data;

async function quoted(call: Call, fileId: unknown, width: number) {
  const asked = { tool: 'image-resize', arguments: { source: { fileId }, width } };
  const { quoteId, maximumChargeMicros } = await call('quote', asked);
  return { ...asked, quoteId, maxChargeMicros: Number(maximumChargeMicros) };
}

async function mainJob(call: Call, ask: Ask): Promise<void> {
  const before = await usageOf(ask);
  const { fileId } = await call('upload_file', { path: 'photo.jpg' });
  const paying = await quoted(call, fileId, 80);
  let ended = await call('execute', paying);
  for (let polls = 0; polls < 10 && ended['status'] !== 'succeeded'; polls++)
    ended = await call('get_execution', { executionId: ended['executionId'], waitSeconds: 15 });
  expect(await call('execute', paying)).toMatchObject({ executionId: ended['executionId'], status: 'succeeded' });
  expect((await usageOf(ask)).settledRequests - before.settledRequests).toBe(1);
  const [artifact] = ended['artifacts'] as { fileId: string; sha256: string; url: string }[];
  const bytes = Buffer.from(await (await fetch(String(artifact?.url))).arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(artifact?.sha256);

  const file = { executionId: ended['executionId'], fileId: artifact?.fileId };
  expect(await call('save_artifact', { ...file, name: 'small.jpg' })).toMatchObject({
    path: join(results, 'small.jpg'),
  });
  expect(readFileSync(join(results, 'small.jpg'))).toEqual(bytes);
  expect(await call('save_artifact', { ...file, name: 'small.jpg' })).toMatchObject({ message: 'file_exists' });
  expect(await call('save_artifact', { ...file, name: '../small.jpg' })).toMatchObject({ message: 'name_not_allowed' });
  expect(await call('view_artifact', file)).toMatchObject({ mimeType: 'image/jpeg', sizeBytes: bytes.length });
}

async function budget(call: Call, ask: Ask): Promise<void> {
  const before = await usageOf(ask);
  const one = await quoted(call, PHOTO_ID, 81);
  expect(one.maxChargeMicros).toBeLessThanOrEqual(600);
  const first = await call('execute', one);
  expect(first['executionId']).toMatch(/^exe_/);
  for (const maxChargeMicros of [one.maxChargeMicros, 9_000_000_000]) {
    const again = { ...(await quoted(call, PHOTO_ID, 82)), maxChargeMicros };
    expect(await call('execute', again)).toMatchObject({ message: 'spend_limit_reached' });
  }
  expect(await call('get_usage')).toMatchObject({ remainingSpendMicros: expect.any(Number) });
  for (let polls = 0; polls < 10; polls++)
    if ((await call('get_execution', { executionId: first['executionId'], waitSeconds: 15 }))['status'] === 'succeeded')
      break;
  expect((await usageOf(ask)).settledRequests - before.settledRequests).toBe(1);
}

async function tasks(send: Send, ask: Ask): Promise<void> {
  const before = await usageOf(ask);
  const call: Call = async (name, input = {}) =>
    dataIn((await send('tools/call', { name, arguments: input }))['content']);
  const execute = { name: 'execute', arguments: { ...(await quoted(call, PHOTO_ID, 83)), waitSeconds: 0 } };
  const { resultType, taskId } = await send('tools/call', execute);
  expect([resultType, taskId]).toEqual(['task', expect.stringMatching(/^exe_/)]);
  let task = await send('tasks/get', { taskId });
  for (let polls = 0; polls < 10 && task['status'] === 'working'; polls++) {
    await call('get_execution', { executionId: taskId, waitSeconds: 15 });
    task = await send('tasks/get', { taskId });
  }
  expect(task['status']).toBe('completed');
  expect(dataIn((task['result'] as Reply)['content'])).toMatchObject({ status: 'succeeded' });
  expect(dataIn((await send('tools/call', execute))['content'])).toMatchObject({ executionId: taskId });
  expect(await send('tasks/cancel', { taskId })).toMatchObject({ resultType: 'complete' });
  expect((await usageOf(ask)).settledRequests - before.settledRequests).toBe(1);
}

async function folders(call: Call): Promise<void> {
  for (const path of [
    join(elsewhere, 'photo.jpg'),
    '../elsewhere/photo.jpg',
    'link.jpg',
    'none.jpg',
    '.',
    '/etc/passwd',
  ])
    expect([path, await call('upload_file', { path })]).toEqual([
      path,
      expect.objectContaining({ message: 'file_not_readable' }),
    ]);
  expect(await call('upload_file', { path: join(root, 'photo.jpg') })).toHaveProperty('fileId');
  for (const executionId of ['..', '.', '../usage', 'read?x=', ''])
    expect(await call('get_execution', { executionId })).toHaveProperty('advice');
}

test('a host that starts the server runs a tool, pays a quote once, and the model cannot exceed the spending limit', async () => {
  await running(data, async (ask) => {
    await session('1.00', { pin: CURRENT }, (call) => mainJob(call, ask));
    await following('1.00', (send) => tasks(send, ask));
    await session('1.00', 'legacy', folders);
    await session('0.0009', 'legacy', (call) => budget(call, ask));
  });
});
