/** The files of a run: the input is downloaded, compared with its digest, and put as the output. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Start } from './book.ts';

const ATTEMPTS_MAX = 30;
const PAUSE_MS = 400;
const REQUEST_MS = 4000;

/** Digest of the bytes that were put for each output; null if a file was not to be had, or not to be put. */
export async function redraw({ inputs, outputs }: Start): Promise<readonly string[] | null> {
  const [input] = inputs;
  if (outputs.length === 0 || input === undefined) return [];
  const bytes = await untilDone(() => fetch(input.url, { signal: AbortSignal.timeout(REQUEST_MS) }));
  if (bytes === null || digestOf(bytes) !== input.sha256) return null;
  const digests: string[] = [];
  for (const { put } of outputs) {
    const headers = { 'content-type': 'image/png' };
    const sent = { method: 'PUT', headers, body: bytes, signal: AbortSignal.timeout(REQUEST_MS) };
    if ((await untilDone(() => fetch(put, { ...sent, signal: AbortSignal.timeout(REQUEST_MS) }))) === null) return null;
    digests.push(digestOf(bytes));
  }
  return digests;
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Null: it was refused for good, or never done. */
async function untilDone(request: () => Promise<Response>): Promise<Uint8Array<ArrayBuffer> | null> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const done = await request()
      .then(async (reply) => ({ status: reply.status, bytes: new Uint8Array(await reply.arrayBuffer()) }))
      .catch(() => null);
    if (done !== null && done.status >= 200 && done.status < 300) return done.bytes;
    if (done !== null && done.status < 500 && done.status !== 429) return null;
    await pause(PAUSE_MS);
  }
  return null;
}
