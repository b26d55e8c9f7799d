/**
 * A sound in parts: a key creates the upload, then two senders send it to its address at the same time over any gateway until it
 * is a file. Lost requests are not evidence; the final response is.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from './customer-client.ts';
import type { Job } from './plan.ts';
import { largeSound } from './sound.ts';

const ATTEMPTS_MAX = 80;
const PAUSE_MS = 300;
const TIMEOUT_MS = 15_000;
const PART_BYTES = 5 * 1024 * 1024;
/** One of the two senders hangs up on its first request. */
const HANGS_UP_AFTER_MS = 60;
const SENDERS = ['one', 'another'] as const;

export async function resumeUpload(desk: Desk, job: Job): Promise<void> {
  const { customer, lineage, number } = job;
  const { projectId, tokens } = customer;
  const token = tokens[lineage]!;
  const { bytes, facts } = largeSound(number);
  const path = await begin(desk, token, bytes.length);
  if (path === null) return;
  const done = await Promise.all(SENDERS.map((sender) => sendAll(desk, { path, bytes, sender })));
  if (!done.includes(true)) return;
  const address = createHash('sha256').update(path).digest('hex').slice(0, 16);
  const url = `${desk.gateway()}${path}`;
  await desk.diary.ask(
    { act: 'resumed', projectId, lineage, address, wholeSha256: facts.sha256, bytes: facts },
    { method: 'GET', url, token },
  );
}

/** Null: no response named the address. */
async function begin(desk: Desk, token: string, length: number): Promise<string | null> {
  const metadata = `filetype ${Buffer.from('audio/wav').toString('base64')}`;
  const headers = { authorization: `Bearer ${token}`, 'upload-length': String(length), 'upload-metadata': metadata };
  const made = await untilDefinite(desk, () => ask(desk, '/resumable-uploads', { method: 'POST', headers }));
  const location = made?.headers.get('location') ?? null;
  return location === null ? null : location.slice(location.indexOf('/resumable-uploads/'));
}

interface Sent {
  readonly path: string;
  readonly bytes: Buffer;
  readonly sender: (typeof SENDERS)[number];
}

/** Resolves to whether the upload is a file now. Uses only the address. */
async function sendAll(desk: Desk, { path, bytes, sender }: Sent): Promise<boolean> {
  let hangUpAfterMs = sender === 'one' ? HANGS_UP_AFTER_MS : TIMEOUT_MS;
  for (let attempt = 0; attempt < ATTEMPTS_MAX && !desk.signal.aborted; attempt++) {
    const look = await untilDefinite(desk, () => ask(desk, path, { method: 'HEAD' }));
    if (look === null || look.headers.has('farebox-file-id')) return look !== null;
    const offset = Number(look.headers.get('upload-offset'));
    if (look.status !== 200 || offset >= bytes.length) return false;
    const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    const body = new Uint8Array(bytes.subarray(offset, offset + PART_BYTES));
    await ask(desk, path, { method: 'PATCH', headers, body, signal: AbortSignal.timeout(hangUpAfterMs) });
    hangUpAfterMs = TIMEOUT_MS;
  }
  return false;
}

/** Null: no definite response in time. */
async function untilDefinite(desk: Desk, send: () => Promise<Response | null>): Promise<Response | null> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX && !desk.signal.aborted; attempt++) {
    const response = await send();
    if (response !== null && response.status < 500 && response.status !== 429) return response;
    await pause(PAUSE_MS, undefined, { ref: false });
  }
  return null;
}

interface Init {
  readonly method: 'HEAD' | 'PATCH' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

/** Null: the response was lost. */
async function ask(desk: Desk, path: string, { headers = {}, ...init }: Init): Promise<Response | null> {
  try {
    const signal = init.signal ?? AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${desk.gateway()}${path}`, {
      ...init,
      headers: { 'tus-resumable': '1.0.0', ...headers },
      signal,
    });
    await response.arrayBuffer();
    return response;
  } catch {
    return null;
  }
}
