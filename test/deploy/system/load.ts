/** The load of customers, in repeated rounds on both gateways until it is stopped: it feeds everything that a dashboard shows. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { System } from './system.ts';

const PAUSE_MS = 1_000;

/** The fields of `data` that are read from any response. */
interface Data {
  readonly id: string;
  readonly tool: string;
  readonly status: string;
  readonly priceVersion: string;
  readonly maximumChargeMicros: number;
  readonly output: { readonly artifacts: readonly [{ readonly id: string }] };
}

type Served = Pick<System, 'gatewayUrls' | 'key'>;

export interface Load {
  /** Ends after the current round, at the earliest after the first one. Rejects when a round failed. */
  readonly stop: () => Promise<void>;
}

export function startLoad(system: Served): Load {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = untilStopped(system, signal);
  running.catch(() => {}); // `stop` reports it
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function untilStopped({ gatewayUrls, key }: Served, signal: AbortSignal): Promise<void> {
  const [first, second] = gatewayUrls.map((url) => clientOf(url, key));
  const photo = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#3a7' } })
    .jpeg()
    .toBuffer();
  do {
    await oneRound(first!, second!, photo);
    await pause(PAUSE_MS, undefined, { signal }).catch(() => {});
  } while (!signal.aborted);
}

/** Purchases beside the main job, with their expected end; the outcome of the last one stays unknown. */
const purchasesOf = (source: object) => [
  { tool: 'rehearsal', args: { outcome: 'fail' }, end: 'failed' },
  { tool: 'rehearsal', args: { artifactBytes: 1024 }, end: 'succeeded' },
  { tool: 'image-stylize', args: { source, prompt: 'as an etching' }, end: 'succeeded' },
  { tool: 'audio-convert', args: { source: { fileId: 'file_sample_speech' }, model: 'opus' }, end: 'succeeded' },
  {
    tool: 'video-thumbnails',
    args: { source: { fileId: 'file_sample_video' }, count: 1, width: 64 },
    end: 'succeeded',
  },
  { tool: 'image-generate', args: { prompt: 'a gate #sim:moderated' }, end: 'failed' },
  { tool: 'image-generate', args: { prompt: 'a gate #sim:reset-after-accept' }, end: 'needs_review' },
];

/** The main job over both gateways, with an error, a replay, failures, a review and a cancellation beside it. */
async function oneRound(first: Client, second: Client, photo: Buffer): Promise<void> {
  const uploaded = await first('POST /tools/upload', { mimeType: 'image/jpeg', data: photo.toString('base64') });
  const source = { fileId: uploaded.data.id };
  const resize = await execute(first, 'image-resize', { source, width: 64 });
  const begun: [string, string][] = [[resize, 'succeeded']];
  for (const { tool, args, end } of purchasesOf(source)) begun.push([await execute(second, tool, args), end]);
  await first('POST /tools/rehearsal', {
    tool: 'rehearsal',
    arguments: {},
    priceVersion: 'old',
    maximumChargeMicros: 1,
  });
  const cancelled = await execute(second, 'rehearsal', { durationMs: 3_000 });
  await second(`POST /tools/executions/${cancelled}/cancel`, {});
  for (const [id, end] of begun) await untilEnd(first, id, end);
  const artifact = (await second(`GET /tools/executions/${resize}`)).data.output.artifacts[0].id;
  await first(`GET /tools/executions/${resize}/artifacts/${artifact}/download`);
  await first('GET /tools/executions?limit=5');
  await first('GET /tools/nothing');
}

/** Quotes, executes twice under one key, and returns the id. */
async function execute(client: Client, tool: string, args: object): Promise<string> {
  const quote = await client('POST /tools/quote', { tool, arguments: args });
  const { priceVersion, maximumChargeMicros } = quote.data;
  const request = { tool, arguments: args, priceVersion, maximumChargeMicros };
  const key = randomUUID();
  const accepted = await client(`POST /tools/${tool}`, request, key);
  await client(`POST /tools/${tool}`, request, key);
  if (accepted.status !== 202) throw new Error(`${tool}: ${accepted.status} ${JSON.stringify(accepted)}`);
  return accepted.data.id;
}

const ON_ITS_WAY = new Set(['queued', 'running']);
const POLL_MS = 250;
const END_TIMEOUT_MS = 60_000;

async function untilEnd(client: Client, id: string, end: string): Promise<void> {
  const deadline = performance.now() + END_TIMEOUT_MS;
  for (;;) {
    const { tool, status } = (await client(`GET /tools/executions/${id}`)).data;
    if (status === end) return;
    if (!ON_ITS_WAY.has(status) || performance.now() > deadline)
      throw new Error(`${tool} ${id} is ${status}, not ${end}`);
    await pause(POLL_MS);
  }
}

interface Reply {
  readonly status: number;
  /** An error response has none; reading it then ends the load. */
  readonly data: Data;
}

/** `request`: method and path. Sends `Prefer: wait` where it has a meaning. */
type Client = (request: string, body?: object, idempotencyKey?: string) => Promise<Reply>;

const clientOf =
  (url: string, key: string): Client =>
  async (request, body, idempotencyKey) => {
    const [method = '', path = ''] = request.split(' ');
    const response = await fetch(url + path, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        Prefer: 'wait=2',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data } = (await response.json()) as { data: Data };
    return { status: response.status, data };
  };
