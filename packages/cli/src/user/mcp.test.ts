/** `tollgate mcp` as a host starts it: the job with a file of this machine, a budget that no call exceeds, and folders that no path leaves. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, expect, test } from 'vitest';
import { type Ask, running } from '../testing/running.ts';
import { startEnvironment } from '../testing/environment.ts';

const PHOTO = join(import.meta.dirname, '../../../../packages/files/samples/photo.jpg');
const MAIN = join(import.meta.dirname, '../main.ts');
const directory = mkdtempSync(join(tmpdir(), 'tollgate-mcp-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const [data, root, elsewhere] = ['data', 'root', 'elsewhere'].map((name) => join(directory, name)) as [
  string,
  string,
  string,
];
for (const folder of [root, elsewhere]) {
  mkdirSync(folder);
  copyFileSync(PHOTO, join(folder, 'photo.jpg'));
}
symlinkSync(join(elsewhere, 'photo.jpg'), join(root, 'link.jpg'));

type Reply = Readonly<Record<string, unknown>>;
type Call = (name: string, args?: object) => Promise<Reply>;

async function session(
  maxSpend: string,
  mode: 'legacy' | { pin: string },
  job: (call: Call) => Promise<void>,
): Promise<void> {
  const client = new Client({ name: 'scripted', version: '1' }, { versionNegotiation: { mode } });
  const args = [MAIN, 'mcp', '--data-dir', data, '--max-spend', maxSpend, '--root', root];
  const env = Object.fromEntries(Object.entries(startEnvironment).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd: directory }));
  try {
    await job(async (name, input = {}) => {
      const { structuredContent, content } = await client.callTool({ name, arguments: { ...input } });
      const [text] = content;
      if (structuredContent === undefined)
        return (JSON.parse(text?.type === 'text' ? text.text : '') as { error: Reply }).error;
      const link = content.find((each) => each.type === 'resource_link');
      return { ...(structuredContent as Reply), link: link?.uri };
    });
  } finally {
    await client.close();
  }
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
  const bytes = Buffer.from(await (await fetch(String(ended['link']))).arrayBuffer());
  expect([createHash('sha256').update(bytes).digest('hex')]).toEqual(
    (ended['artifacts'] as { sha256: string }[]).map(({ sha256 }) => sha256),
  );
}

async function budget(call: Call, ask: Ask): Promise<void> {
  const before = await usageOf(ask);
  const fileId = 'file_sample_photo';
  const one = await quoted(call, fileId, 81);
  expect(one.maxChargeMicros).toBeLessThanOrEqual(600);
  const first = await call('execute', one);
  expect(first['executionId']).toMatch(/^exe_/);
  for (const maxChargeMicros of [one.maxChargeMicros, 9_000_000_000]) {
    const again = { ...(await quoted(call, fileId, 82)), maxChargeMicros };
    expect(await call('execute', again)).toMatchObject({ message: 'spend_limit_reached' });
  }
  expect(await call('get_usage')).toMatchObject({ remainingSpendMicros: expect.any(Number) });
  for (let polls = 0; polls < 10; polls++)
    if ((await call('get_execution', { executionId: first['executionId'], waitSeconds: 15 }))['status'] === 'succeeded')
      break;
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

test('a host that starts it does the job, pays a quote once, and a model spends no more than the session may', async () => {
  await running(data, async (ask) => {
    await session('1.00', { pin: '2026-07-28' }, (call) => mainJob(call, ask));
    await session('1.00', 'legacy', folders);
    await session('0.0009', 'legacy', (call) => budget(call, ask));
  });
}, 180_000);
