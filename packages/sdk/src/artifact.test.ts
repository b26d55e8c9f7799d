/** The signed URL of an artifact, for places that cannot send a header. */
import { afterEach, expect, it } from 'vitest';
import { createFarebox } from './client.ts';
import type { Execution } from './types.ts';
import { type ScriptedServer, scripted } from './testing/scripted.ts';

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

const execution = { id: 'exe_1', output: { artifacts: [{ id: 'file_1' }] } } as unknown as Execution;
const download = (url: string) => ({ url, expiresAt: '2026-11-28T05:05:00.000Z' });

async function artifactWith(script: Parameters<typeof scripted>[0]) {
  server = await scripted(script);
  return createFarebox({ baseUrl: server.baseUrl, apiKey: 'fb' }).artifacts(execution)[0]!;
}

it('each URL of an artifact is a new one, with its expiry', async () => {
  const urls = ['https://files.example/1', 'https://files.example/2'];
  const artifact = await artifactWith(urls.map((url) => ({ status: 200, body: { data: download(url) } })));
  expect([await artifact.url(), await artifact.url()]).toEqual(urls.map(download));
  const asked = 'GET /tools/executions/exe_1/artifacts/file_1/download';
  expect(server?.heard.map((each) => each.asked)).toEqual([asked, asked]);
});

it('the URL of an artifact that is gone rejects, and an abort rejects with its reason', async () => {
  const artifact = await artifactWith([
    { status: 404, body: { error: { status: 'NOT_FOUND', message: 'artifact_unavailable' } } },
  ]);
  await expect(artifact.url()).rejects.toMatchObject({ code: 'artifact_unavailable', http: 404 });
  await expect(artifact.url({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
});
