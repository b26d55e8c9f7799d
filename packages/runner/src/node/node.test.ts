/** The durable store of runs, and the server of Node. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRunner } from '../runner.ts';
import { requestOf, SECRET, start, newToken, startOf } from '../testing/farebox.ts';
import { folderStore } from './folder-store.ts';
import { serve } from './serve.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'farebox-runs-')), 'runs');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

test('a folder keeps runs over a restart, and takes each token once', async () => {
  const before = folderStore(folder);
  expect(await before.find('exe_1.0')).toBeNull();
  expect(await Promise.all([1, 2, 3].map(() => before.begin('exe_1.0'))).then((all) => all.filter(Boolean))).toEqual([
    true,
  ]);
  expect(await folderStore(folder).find('exe_1.0')).toEqual({ status: 'running' });
  await before.end('exe_1.0', { status: 'cancelled' });
  expect(await folderStore(folder).find('exe_1.0')).toEqual({ status: 'cancelled' });
  await folderStore(folder).end('exe_1.0', { status: 'succeeded', artifacts: [] });
  expect(await before.find('exe_1.0')).toEqual({ status: 'cancelled' });
  expect(await folderStore(folder).begin('exe_1.0')).toBe(false);
});

test('a file that a crash has left empty is a taken run', async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'exe_1.0.json'), '');
  expect(await folderStore(folder).find('exe_1.0')).toEqual({ status: 'running' });
});

test('runs are kept for 72 hours and then removed', async () => {
  mkdirSync(folder);
  const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
  for (const [name, hours] of [
    ['exe_1.0.json', 71],
    ['exe_2.0.json', 73],
  ] as const) {
    writeFileSync(join(folder, name), '{"status":"cancelled"}');
    utimesSync(join(folder, name), hoursAgo(hours), hoursAgo(hours));
  }
  await folderStore(folder).begin('exe_3.0');
  expect(readdirSync(folder).toSorted()).toEqual(['exe_1.0.json', 'exe_3.0.json']);
});

test('the server of Node passes requests and responses on unchanged', async () => {
  const runner = createRunner({
    secrets: [SECRET],
    tools: { 'acme-tool': ({ arguments: { text } }) => ({ result: text }) },
    store: folderStore(folder),
  });
  const { url, close } = await serve(runner, { port: 0 });
  try {
    const overHttp = (request: Request): Promise<Response> =>
      fetch(new Request(`${url}${new URL(request.url).pathname}`, request));
    const { reply } = await start(overHttp, newToken(), startOf({ arguments: { text: 'größer ✓' } }));
    expect(reply).toMatchObject({ status: 'succeeded', result: 'größer ✓' });
    expect((await overHttp(requestOf({ method: 'GET', token: newToken() }))).status).toBe(404);
    expect((await fetch(url)).status).toBe(404);
  } finally {
    await close();
  }
});
