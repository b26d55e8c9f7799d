/**
 * Own tools from their publication to a purchase, on a system of its own: the catalog of the suite's system must not change
 * while other files compare it.
 */
// Modes: embedded.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, connect } from './client/connect.ts';
import { execute, newIdempotencyKey, quote, quoted } from './client/executions.ts';
import type { WideIdentities } from './client/identities.ts';
import { fixtures, makeIdentities } from './client/make-identities.ts';
import type { Catalog, Execution } from './client/wire.ts';
import { startEmbedded } from './system/embedded.ts';
import type { RunningSystem } from './system/running-system.ts';

const NAME = 'acme-read-text';
const photo = { fileId: 'file_sample_photo' };
const args = { source: photo };

/** 800 micro-USD for each started megapixel; at least 1,000. */
const manifest = (title: string): object => ({
  farebox: 1,
  name: NAME,
  title,
  description: 'Finds printed text in a picture.',
  category: 'image',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['source'],
    properties: {
      source: { title: 'Picture', $ref: 'farebox:file' },
      language: { enum: ['en', 'de'], default: 'en' },
    },
  },
  example: { source: photo },
  files: { '/source': { mimeTypes: ['image/jpeg', 'image/png'], pixelsMax: 40_000_000 } },
  output: { result: { type: 'object' } },
  price: {
    unit: 'megapixel',
    unitPriceMicros: 800,
    minimumChargeMicros: 1_000,
    units: { ceil: { div: [{ fact: '/source', of: 'pixels' }, 1_000_000] } },
    onFailure: 'none',
  },
  runner: {
    kind: 'http',
    url: 'https://gpu.acme.example/farebox/v1',
    secret: 'acme-runner',
    maxRuntimeSeconds: 120,
    concurrency: 8,
  },
  test: { simulate: { result: { lines: [] }, units: 2 } },
});

let directory: string;
let system: RunningSystem;
let keys: WideIdentities;
let client: Client;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-own-tools-'));
  chmodSync(directory, 0o755); // the user that runs PostgreSQL must be able to enter
  system = await startEmbedded(directory);
  keys = await makeIdentities(['--wide'], system);
  client = connect(keys.key, new URL(system.gatewayUrls[0] as string));
});
afterAll(async () => {
  await system.stop();
  rmSync(directory, { recursive: true, force: true });
});

const catalog = async (): Promise<Catalog> => (await client.get<Catalog>('/tools')).data;
const listed = async (): Promise<Catalog['tools'][number] | undefined> =>
  (await catalog()).tools.find(({ name }) => name === NAME);
const soon = { timeout: 30_000, interval: 100 };

/** Waits until the gateway offers the title. */
async function publish(title: string): Promise<void> {
  const path = join(directory, 'manifest.json');
  writeFileSync(path, JSON.stringify(manifest(title)));
  await fixtures(['--publish-tool', path], system);
  await expect.poll(async () => (await listed())?.title, soon).toBe(title);
}

// contract 4: "Own tools of an operator are listed, quoted and executed like built-in tools, within a second of their publication on every gateway."
// contract 4: "An execution is accepted only with the active version of each own tool that it uses, else `price_version_mismatch`."
// contract 4: "the digest of a catalog with own tools is also that of all of them."
// contract 4: "A quote that uses none keeps its version when a tool is published."
// contract 4: "A retired tool is `tool_not_found`; its executions stay readable, and a replay returns them."
// spec 9: "when the price has changed the request is rejected before processing"
test('an own tool is sold from its publication on; another version or a retirement refuses its quotes, and no others', async () => {
  const analyze = await quoted(client, 'image-analyze', args);
  await publish('Read text');
  expect(await listed()).toMatchObject({
    available: true,
    category: 'image',
    chargesOnFailure: false,
    price: { unit: 'megapixel', unitPriceMicros: 800, minimumChargeMicros: 1_000 },
  });
  expect((await execute(client, analyze)).outcome).toBe('202');

  expect(await quote(client, NAME, args)).toMatchObject({
    minimumChargeMicros: 1_000,
    maximumChargeMicros: 1_600,
    breakdown: [{ description: 'Read text', unit: 'megapixel', quantity: 2, amountMicros: 1_600 }],
    blockers: [],
  });
  const [request, idempotencyKey] = [await quoted(client, NAME, args), newIdempotencyKey()];
  const bought = await execute(client, request, idempotencyKey);
  expect(bought.outcome).toBe('202');
  expect(bought.data).toMatchObject({ tool: NAME, priceVersion: request.priceVersion });
  expect(request.priceVersion).not.toBe(analyze.priceVersion);

  const first = (await catalog()).priceVersion;
  expect(first).not.toBe(analyze.priceVersion);

  await publish('Read printed text');
  expect((await catalog()).priceVersion).not.toBe(first);
  expect((await execute(client, request)).outcome).toBe('400 price_version_mismatch');
  expect((await execute(client, await quoted(client, NAME, args))).outcome).toBe('202');
  expect((await execute(client, await quoted(client, 'image-analyze', args))).outcome).toBe('202');

  await fixtures(['--retire-tool', NAME], system);
  await expect.poll(listed, soon).toBeUndefined();
  expect((await execute(client, request)).outcome).toBe('404 tool_not_found');
  expect((await execute(client, request, idempotencyKey)).data.id).toBe(bought.data.id);
  expect((await client.get<Execution>(`/tools/executions/${bought.data.id}`)).data.tool).toBe(NAME);
});
