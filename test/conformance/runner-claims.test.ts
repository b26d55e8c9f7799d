/** A runner that asks for work, from its key to the end of a run, on a system of its own that sells its tool. */
// Modes: embedded.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, connect, type Reply } from './client/connect.ts';
import { execute, quoted } from './client/executions.ts';
import { fixtures, makeIdentities } from './client/make-identities.ts';
import type { Execution } from './client/wire.ts';
import { startEmbedded } from './system/embedded.ts';
import type { RunningSystem } from './system/running-system.ts';

const NAME = 'acme-count-words';

/** 500 micro-USD for each word that the runner counts, at most ten. */
const MANIFEST = {
  farebox: 1,
  name: NAME,
  title: 'Count words',
  description: 'Counts the words of a text.',
  category: 'image',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['text'],
    properties: { text: { title: 'Text', type: 'string', maxLength: 100 } },
  },
  example: { text: 'two words' },
  output: { result: { type: 'object' } },
  price: {
    unit: 'run',
    unitPriceMicros: 500,
    minimumChargeMicros: 500,
    units: { reported: 'words', max: 10 },
    onFailure: 'none',
  },
  runner: { kind: 'pull', maxRuntimeSeconds: 280, concurrency: 2 },
  test: { simulate: { result: { words: 2 }, units: 2 } },
};
const args = { text: 'two words' };
const SUCCEEDED = { status: 'succeeded', result: { words: 2 }, units: 2 };

interface Run {
  readonly token: string;
  readonly lease: string;
  readonly leaseSeconds: number;
  readonly start: { readonly tool: string; readonly version: number; readonly arguments: object };
}

let directory: string;
let system: RunningSystem;
let url: URL;
let customer: Client;
let apiKey: string;
let runner: { readonly id: string; readonly key: string };

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-runner-claims-'));
  chmodSync(directory, 0o755); // the user that runs PostgreSQL must be able to enter
  system = await startEmbedded(directory);
  url = new URL(system.gatewayUrls[0] as string);
  apiKey = (await makeIdentities(['--wide'], system)).keyLive;
  customer = connect(apiKey, url);
  const path = join(directory, 'manifest.json');
  writeFileSync(path, JSON.stringify(MANIFEST));
  await fixtures(['--publish-tool', path], system);
  runner = await newKey();
});
afterAll(async () => {
  await system.stop();
  rmSync(directory, { recursive: true, force: true });
});

const newKey = async (): Promise<{ readonly id: string; readonly key: string }> =>
  JSON.parse(await fixtures(['--runner-key', NAME], system)) as { readonly id: string; readonly key: string };
const claim = (body?: object, key = runner.key): Promise<Reply<{ readonly run: Run | null }>> =>
  connect(key, url).post('/runs/claim', body);
const report = (token: string, body: object, key = runner.key): Promise<Reply<object>> =>
  connect(key, url).post(`/runs/${token}/report`, body);
const executionOf = async (id: string): Promise<Execution> =>
  (await customer.get<Execution>(`/tools/executions/${id}`)).data;

/** Buys a run, and claims it as a runner does that waits for one. */
async function boughtAndClaimed(): Promise<{ readonly id: string; readonly run: Run }> {
  await claim({ waitSeconds: 0 });
  const bought = await execute(customer, await quoted(customer, NAME, args));
  expect(bought.outcome).toBe('202');
  for (;;) {
    const { run } = (await claim()).data;
    if (run !== null) return { id: bought.data.id, run };
  }
}

// contract 7: "responds once the tool of the key has a run, or after that time: `{run: {token, lease, leaseSeconds: 60, start}|null}`"
// contract 7: "One request claims one run, and a run is given to one request at a time."
// contract 7: "`POST /runs/{token}/report` with `{lease, reply}` responds `{cancel, leaseSeconds: 60}`."
// contract 7: "The same end again is 200. Another end is `run_ended`, and the first one stays."
// contract 7: "The lease of another claim is `run_lease_lost`."
// contract 2: "`run_lease_lost`"
// contract 2: "`run_ended` (section 7)"
// contract 7: "Claims and reports of a runner key have rate limits of their own, each ten times that of an API key."
test('a run is claimed once, begins by a report, and its end is the end of the execution', async () => {
  expect((await claim({ waitSeconds: 0 })).data).toEqual({ run: null });
  const { id, run } = await boughtAndClaimed();
  expect(run).toMatchObject({ leaseSeconds: 60, start: { protocol: 1, tool: NAME, version: 1, arguments: args } });
  expect((await claim({ waitSeconds: 0 })).data).toEqual({ run: null });
  const { token, lease } = run;
  const running = await report(token, { lease, reply: { status: 'running', progress: 0.5 } });
  expect(running.data).toEqual({ cancel: false, leaseSeconds: 60 });
  expect((await report(token, { lease: 'another', reply: SUCCEEDED })).outcome).toBe('409 run_lease_lost');
  for (let time = 0; time < 2; time++)
    expect((await report(token, { lease, reply: SUCCEEDED })).data).toMatchObject({ leaseSeconds: 60 });
  expect((await report(token, { lease, reply: { ...SUCCEEDED, units: 3 } })).outcome).toBe('409 run_ended');
  await expect.poll(async () => (await executionOf(id)).status, { timeout: 120_000, interval: 500 }).toBe('succeeded');
  expect(await executionOf(id)).toMatchObject({ chargedMicros: 1_000, output: { result: { words: 2 } } });
});

// contract 2: "`run_not_found` (section 7)"
// contract 7: "A run of another tool answers exactly like one that does not exist, `run_not_found`."
// contract 7: "`reply` is a response of the runner protocol with the `status` `running`, `succeeded`, `failed`, `cancelled` or `not_taken`"
test('reports of unknown runs and bodies that break the protocol are refused, and the run stays as it is', async () => {
  const { id, run } = await boughtAndClaimed();
  const { token, lease } = run;
  expect((await report('exe_0.0', { lease, reply: SUCCEEDED })).outcome).toBe('404 run_not_found');
  for (const body of [{}, { lease }, { lease, reply: { status: 'done' } }, { lease, reply: 'succeeded' }])
    expect((await report(token, body)).outcome).toBe('400 invalid_request');
  expect((await claim({ waitSeconds: 21 })).outcome).toBe('400 invalid_request');
  expect((await executionOf(id)).status).toBe('running');
  const failed = { status: 'failed', message: 'the text is empty', billed: false };
  expect((await report(token, { lease, reply: failed })).outcome).toBe('200');
  await expect.poll(async () => (await executionOf(id)).status, { timeout: 120_000, interval: 500 }).toBe('failed');
  expect((await executionOf(id)).chargedMicros).toBe(0);
});

// contract 2: "`invalid_runner_key` (section 7)"
// contract 7: "It is no API key, and no API key is a runner key."
// contract 7: "At the two routes of this section any key that is not an active runner key is `invalid_runner_key`"
// contract 7: "A revoked key is refused on every gateway within one second."
test('only an active runner key opens the two routes, and it opens nothing else', async () => {
  const { id, key } = await newKey();
  expect((await claim({ waitSeconds: 0 }, key)).outcome).toBe('200');
  expect((await connect(key, url).get('/tools')).outcome).toBe('401 invalid_api_key');
  expect((await claim({ waitSeconds: 0 }, apiKey)).outcome).toBe('401 invalid_runner_key');
  expect((await report('exe_0.0', {}, apiKey)).outcome).toBe('401 invalid_runner_key');
  await fixtures(['--revoke-runner-key', NAME, '--id', id], system);
  await expect.poll(async () => (await claim({ waitSeconds: 0 }, key)).outcome).toBe('401 invalid_runner_key');
  expect((await claim({ waitSeconds: 0 })).outcome).toBe('200');
});
