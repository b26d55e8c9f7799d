/** The SDK against a real gateway: the main job, its errors, and no second payment after a crash of its process. */
// Modes: embedded.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Farebox, type Tools, FareboxError, createFarebox, usd } from '@farebox/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { withoutRehearsal } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { killedAtEachContact } from './client/killed.ts';
import type { ExecutionList, Usage } from './client/wire.ts';
import { png } from './samples/images.ts';

const keys = identitiesOf(import.meta.filename);
const of = (apiKey: string): Farebox<Tools> => createFarebox({ baseUrl: gatewayUrl(), apiKey });
const ceiling = usd('0.05');
const photo = { fileId: 'file_sample_photo' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-sdk-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const codeOf = (error: unknown): string => (error instanceof FareboxError ? error.code : String(error));

// issue 10.1: "quote → execute → wait → outputs"
test('uploads, runs, reports progress, and downloads the verified output', async () => {
  const farebox = of(keys.key);
  const file = await farebox.upload(await png({ width: 64, height: 48 }), { mimeType: 'image/png' });
  const seen: string[] = [];
  const onProgress = ({ status }: { status: string }): void => void seen.push(status);
  const asked = { source: { fileId: file.id }, width: 32 };
  const { execution, artifacts } = await farebox.run('image-resize', asked, { ceiling, onProgress });
  expect(execution.chargedMicros).toBeLessThanOrEqual(execution.maximumChargeMicros);
  expect(seen.at(-1)).toBe('succeeded');
  const [artifact] = artifacts;
  expect(artifact).toMatchObject({ width: 32, height: 24 });
  expect((await artifact?.blob())?.size).toBe(artifact?.sizeBytes);
  expect(await farebox.pending()).toEqual([]);
});

// issue 25.11: "`Artifact.url()`"
test('the URL of an artifact is read without a key, until it expires within five minutes', async () => {
  const { artifacts } = await of(keys.key).run('image-resize', { source: photo, width: 31 }, { ceiling });
  const { url, expiresAt } = (await artifacts[0]?.url()) ?? { url: '', expiresAt: '' };
  expect((await (await fetch(url)).blob()).size).toBe(artifacts[0]?.sizeBytes);
  expect((Date.parse(expiresAt) - Date.now()) / 1000).toBeLessThanOrEqual(300);
});

// issue 10.1: "the idempotency key is made **before** sending"
test('a name is paid once, for one request, whichever client sends it', async () => {
  const name = 'order-17/analysis';
  const [one, other] = await Promise.all([
    of(keys.key).execute('image-analyze', { source: photo }, { ceiling, request: name }),
    of(keys.key).execute('image-analyze', { source: photo }, { ceiling, request: name }),
  ]);
  expect(other.id).toBe(one.id);
  await of(keys.key).wait(one.id);
  const changed = of(keys.key).execute('image-resize', { source: photo, width: 9 }, { ceiling, request: name });
  expect(await changed.then(String, codeOf)).toBe('idempotency_key_conflict');
});

// issue 10.1: "errors one can switch on, exhaustively"
test('a request that is above the maximum, invalid, unknown or unauthorized is an error with a code, and changes nothing', async () => {
  const farebox = of(keys.key);
  const run = (client: Farebox<Tools>, args: Tools['image-resize'], most: number) =>
    client.run('image-resize', args, { ceiling: most }).then(String, codeOf);
  expect(await run(farebox, { source: photo, width: 9 }, 1)).toBe('ceiling_exceeded');
  expect(await run(farebox, { source: photo, width: -1 }, ceiling)).toBe('invalid_arguments');
  expect(await run(of('fb_test_no'), { source: photo, width: 9 }, ceiling)).toBe('invalid_api_key');
  expect(await run(of(keys.keyPoor), { source: photo, width: 9 }, ceiling)).toBe('insufficient_balance');
  expect(await farebox.get('exe_none').then(String, codeOf)).toBe('execution_not_found');
  expect(await farebox.pending()).toEqual([]);
});

// issue 10.1: "abort of waiting and cancel of the execution are two things"
test('lists page by page, and aborts a wait without ending the execution', async () => {
  const farebox = of(keys.key2);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.unshift((await farebox.execute('image-analyze', { source: photo }, { ceiling })).id);
  const listed: string[] = [];
  for await (const { id } of farebox.list({ tool: 'image-analyze', pageSize: 1 }))
    if (ids.includes(id)) listed.push(id);
  expect(listed).toEqual(ids);
  const reason = new Error('seen enough');
  await expect(farebox.wait(ids[0] ?? '', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect((await farebox.getMany(['exe_none', ...ids])).map((each) => each?.id)).toEqual([undefined, ...ids]);
  for (const id of ids) expect((await farebox.wait(id)).status).toBe('succeeded');
});

// issue 10.1: "AbortSignal (abort of waiting and cancel of the execution are two things)"
test.skipIf(withoutRehearsal())(
  'a run continues when its wait is aborted, and a cancelled run ends for every client that waits',
  async () => {
    const farebox = createFarebox<{ rehearsal: { durationMs: number } }>({
      baseUrl: gatewayUrl(),
      apiKey: keys.keyBurst,
    });
    const named = { ceiling, request: 'long work' };
    const waiting = new AbortController();
    const begun = Promise.withResolvers<string>();
    const onProgress = ({ id, status }: { id: string; status: string }): void => {
      if (status === 'running') begun.resolve(id);
    };
    const run = (more: object = {}) =>
      farebox.run('rehearsal', { durationMs: 60_000 }, { ...named, onProgress, ...more });
    const aborted = run({ signal: waiting.signal }).then(String, (error: unknown) => error);
    const id = await begun.promise;
    const reason = new Error('seen enough');
    waiting.abort(reason);
    expect(await aborted).toBe(reason);
    expect(await farebox.get(id)).toMatchObject({ status: 'running', cancelRequested: false });
    const again = run().then(String, (error: unknown) => error);
    expect(await farebox.cancel(id)).toMatchObject({ id, cancelRequested: true });
    const ended = await again;
    expect(codeOf(ended)).toBe('execution_cancelled');
    expect(ended).toMatchObject({ request: 'long work', execution: { id, status: 'cancelled', chargedMicros: 0 } });
    expect(codeOf(await farebox.cancel('exe_none').catch((error: unknown) => error))).toBe('execution_not_found');
  },
);

// issue 10.1: "a crash between send and answer does not pay twice: shown by a test that kills the client at every step against a real gateway"
test('a client that is killed at any contact with the outside and restarted pays once', async () => {
  const admin = connect(keys.keyAdmin);
  const before = (await admin.get<Usage>('/tools/usage')).data.settledRequests;
  const ends = await killedAtEachContact({ what: 'run', folder, apiKey: keys.keyAdmin });
  expect(ends.filter(({ killed }) => killed).length).toBeGreaterThanOrEqual(10);
  expect(new Set(ends.map(({ id }) => id)).size).toBe(ends.length);
  const { data } = await admin.get<ExecutionList>('/tools/executions?tool=image-analyze&limit=100');
  const made = new Set(data.executions.map(({ id }) => id));
  for (const { id } of ends) expect(made).toContain(id);
  const after = (await admin.get<Usage>('/tools/usage')).data.settledRequests;
  expect(after - before).toBe(ends.length);
});

// issue 10.5: "it is quoted, executed and listed like a tool, so that a product team changes the recipe without a deploy of their app."
test('a template is run as `@name`, and the same call runs the version that was activated since', async () => {
  const { templates, run, list } = of(keys.key);
  const parameters = { photo: { type: 'file' }, width: { type: 'integer', minimum: 8, maximum: 64 } } as const;
  const resize = {
    tool: 'image-resize',
    arguments: { source: { $parameter: 'photo' }, width: { $parameter: 'width' } },
  };
  const analyze = { tool: 'image-analyze', arguments: { source: { step: 0, artifact: 0 } } };
  const first = await templates.save({ name: 'sdk', parameters, steps: [resize] });
  expect(await templates.save({ name: 'sdk', parameters, steps: [resize] })).toEqual(first);
  const asked = () => run('@sdk', { photo, width: 24 }, { ceiling });
  expect((await asked()).artifacts).toMatchObject([{ width: 24 }]);
  await templates.save({ name: 'sdk', parameters, steps: [resize, analyze] });
  expect((await asked()).result).toMatchObject({ width: 24 });
  expect((await templates.activate('sdk', 1)).activeVersion).toBe(1);
  expect((await asked()).result).toBe(undefined);
  expect((await run('@sdk:2', { photo, width: 24 }, { ceiling })).execution.model).toBe('2');
  const models = [];
  for await (const { model } of list({ tool: '@sdk' })) models.push(model);
  expect(models).toEqual(['2', '1', '2', '1']);
  expect(await templates.list()).toMatchObject([{ tool: '@sdk', activeVersion: 1, latestVersion: 2 }]);
  expect((await templates.get('sdk', 2)).steps).toHaveLength(2);
  await templates.archive('sdk');
  expect(await asked().then(String, codeOf)).toBe('tool_not_found');
});
