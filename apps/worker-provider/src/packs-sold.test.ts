/** Tools without code, from publishing to the receipt: the app as a process, a real database, and the services themselves. */
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLES } from '@farebox/files';
import { manifestOf, publishForTest } from '@farebox/tools/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Deployment, openDeployment } from './testing/deployment.ts';
import { startOfficialMcp } from './testing/official-mcp.ts';
import { startHttpApi } from './testing/open-http-api.ts';
import { openPack, PACKS } from './testing/pack.ts';
import { quotedPack } from './testing/pack-shop.ts';
import { serveRunFiles, URL_SECRET } from './testing/run-files.ts';

const LONG = { timeout: 120_000 };
const WAIT = { timeout: 60_000, interval: 100 };

const CHARGED: Readonly<Record<(typeof PACKS)[number], number>> = {
  queue: 25_000,
  predictions: 8_000,
  images: 40_000,
  speech: 1_500,
};

/** Publishes a tool, buys its example, and waits for the end. */
async function sold(deployment: Deployment, manifest: Readonly<Record<string, unknown>>) {
  const { version } = await publishForTest(deployment.database, manifest);
  const id = await deployment.accept(quotedPack(manifest, { version }));
  return await vi.waitFor(async () => {
    const found = await deployment.get(id);
    expect(found.finishedAt).not.toBeNull();
    return found;
  }, WAIT);
}

test('each pack is published, bought, called once and charged as it was quoted', LONG, async () => {
  const secrets = mkdtempSync(join(tmpdir(), 'farebox-packs-'));
  onTestFinished(() => rmSync(secrets, { recursive: true }));
  const packs = await Promise.all(PACKS.map(async (name) => ({ name, pack: await openPack(name) })));
  onTestFinished(async () => {
    for (const { pack } of packs) await pack[Symbol.asyncDispose]();
  });
  for (const { pack } of packs) cpSync(pack.env['FAREBOX_RUNNER_SECRETS_DIR']!, secrets, { recursive: true });
  await using deployment = await openDeployment({
    env: { FAREBOX_RUNNER_SECRETS_DIR: secrets, FAREBOX_RUNNER_HOSTS: '127.0.0.1' },
  });
  await deployment.start();
  for (const { name, pack } of packs) {
    const execution = await sold(deployment, pack.manifest);
    expect(execution).toMatchObject({ status: 'succeeded', chargedMicros: CHARGED[name] });
    expect(pack.begun()).toBe(1);
  }
  expect(await deployment.heldMicros()).toBe(0n);
  const booked = (await deployment.booked()).map(({ booked_micros: micros }) => Number(micros));
  expect(new Set(booked)).toEqual(new Set([600, 2_100, 12_000, 19_000]));
});

test('a tool of an MCP server that knows nothing of Farebox is published, bought and charged', LONG, async () => {
  await using server = await startOfficialMcp();
  await using deployment = await openDeployment({ env: { FAREBOX_RUNNER_HOSTS: '127.0.0.1' } });
  await deployment.start();
  const shout = manifestOf('acme-shout', {
    input: {
      type: 'object',
      additionalProperties: false,
      required: ['text'],
      properties: { text: { type: 'string', minLength: 1, maxLength: 1_000 } },
    },
    example: { text: 'boarding now' },
    files: {},
    output: { result: { type: 'object', required: ['loud'], properties: { loud: { type: 'string' } } } },
    price: {
      unit: '100 characters',
      unitPriceMicros: 900,
      minimumChargeMicros: 1,
      units: { ceil: { div: [{ chars: '/text' }, 100] } },
      onFailure: 'none',
    },
    runner: { kind: 'mcp', url: `http://${server.host}/mcp`, tool: 'shout', maxRuntimeSeconds: 60, concurrency: 2 },
    test: { simulate: { result: { loud: 'QUIET' } } },
  });
  expect(await sold(deployment, shout)).toMatchObject({
    status: 'succeeded',
    chargedMicros: 900,
    output: { result: { loud: 'BOARDING NOW' } },
  });
  expect(server.calls).toEqual([{ text: 'boarding now' }]);
  expect(await deployment.booked()).toMatchObject([{ stated_micros: 700n, booked_micros: 700n }]);
});

test('an API gets its file by a URL of the gateways, which names no project', LONG, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-api-files-'));
  await using files = await serveRunFiles(directory);
  await using api = await startHttpApi(() => ({ body: { lines: [] } }));
  await using deployment = await openDeployment({
    directory,
    env: { FAREBOX_RUNNER_HOSTS: '127.0.0.1', FAREBOX_URL_SECRET: URL_SECRET, FAREBOX_PUBLIC_URL: files.url },
  });
  await deployment.start();
  const runner = { kind: 'openapi', url: `http://${api.host}`, method: 'POST', path: '/read' };
  const manifest = manifestOf('acme-read-text', { runner: { ...runner, maxRuntimeSeconds: 60, concurrency: 2 } });
  expect(await sold(deployment, manifest)).toMatchObject({ status: 'succeeded', chargedMicros: 1_600 });
  const sent = JSON.parse(api.asked[0]!.body) as { readonly source: string };
  expect(sent).toEqual({ source: expect.stringContaining('/runner-files/'), languages: ['en'] });
  expect(sent.source).not.toContain(deployment.projectId);
  const bytes = Buffer.from(await (await fetch(sent.source)).arrayBuffer());
  expect(hash('sha256', bytes)).toBe(SAMPLES.get('file_sample_photo')?.sha256);
});
