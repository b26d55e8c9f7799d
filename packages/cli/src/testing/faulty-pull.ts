/**
 * For tests: a pull runner written from docs/runner-pull.md alone, sound or with one fault that `farebox tool test` must find.
 * It shares no code with `@farebox/runner`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ClaimedRun, RunReport } from '@farebox/runner-protocol';
import type { PullFaultId } from '../tool-test/faults.ts';
import type { PullDoor } from '../tool-test/pull/door.ts';
import { PNG } from './frame-tool.ts';

interface Seed {
  /** Reads the file before its first report was taken. */
  readonly isEager?: boolean;
  readonly neverRenews?: boolean;
  readonly tellsOnce?: boolean;
  readonly ignoresCancel?: boolean;
  readonly claimsOnce?: boolean;
  readonly neverClaims?: boolean;
  /** Uploads other bytes each time. */
  readonly isRandom?: boolean;
  readonly bytes?: Buffer;
  readonly change?: (reply: object) => object;
  readonly ignoresErrors?: boolean;
}

/** Complete by type. A test case that ends in another way is a fault of the manifest's author. */
export const PULL_SEEDS: Readonly<Record<Exclude<PullFaultId, 'case'>, Seed>> = {
  begun: { isEager: true },
  lease: { neverRenews: true },
  lost: { tellsOnce: true },
  repeated: { isRandom: true },
  cancel: { ignoresCancel: true },
  slow: { neverClaims: true },
  bytes: { change: (reply) => ({ ...reply, more: 'x'.repeat(140_000) }) },
  mediaType: { bytes: Buffer.from('474946383961', 'hex') },
  result: { change: (reply) => ({ ...reply, result: ['no object'] }) },
  units: { change: (reply) => ({ ...reply, units: 99 }) },
  cost: { change: (reply) => ({ ...reply, cost: { usd: '-0.01' } }) },
  status: { change: (reply) => ({ ...reply, status: 'done' }) },
  redirect: { change: (reply) => ({ ...reply, artifacts: [{ url: 'https://169.254.169.254/latest' }] }) },
  artifacts: { change: (reply) => ({ ...reply, artifacts: [{ put: 0 }, { put: 0 }] }) },
};

/** Other forms of the same faults. */
export const PULL_VARIANTS: readonly (readonly [fault: PullFaultId, seed: Seed])[] = [
  ['begun', { ignoresErrors: true }],
  ['lost', { claimsOnce: true }],
  ['case', { change: (reply) => ({ ...reply, units: 1 }) }],
  ['case', { change: () => ({ status: 'failed', billed: false, message: 'out of memory' }) }],
];

export function openPullRunner({ url, key }: PullDoor, seed: Seed = {}): AsyncDisposable {
  const controller = new AbortController();
  const { signal } = controller;
  const post = async (path: string, body: object): Promise<Posted> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}/runs/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
    });
    return { status: response.status, body: (await response.json()) as Posted['body'] };
  };
  const place = (): Promise<void> => work(post, seed, signal).catch(() => {}); // the test has ended
  const count = seed.neverClaims === true ? 0 : seed.claimsOnce === true ? 1 : 2;
  const places = Array.from({ length: count }, place);
  return {
    async [Symbol.asyncDispose]() {
      controller.abort();
      await Promise.allSettled(places);
    },
  };
}

interface Posted {
  readonly status: number;
  readonly body: { readonly data?: { readonly run?: ClaimedRun | null; readonly cancel?: boolean } };
}
type Post = (path: string, body: object) => Promise<Posted>;

async function work(post: Post, seed: Seed, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claimed = await post('claim', { waitSeconds: 20 }).catch(() => null);
    if (claimed === null && seed.claimsOnce === true) return;
    const run = claimed?.body.data?.run;
    if (run !== undefined && run !== null) await done(run, { post, seed, signal });
    else await pause(50, undefined, { signal });
  }
}

interface Working {
  readonly post: Post;
  readonly seed: Seed;
  readonly signal: AbortSignal;
}

async function done(run: ClaimedRun, working: Working): Promise<void> {
  const { post, seed } = working;
  const report = (reply: object): Promise<Posted> =>
    post(`${run.token}/report`, { lease: run.lease, reply } satisfies Omit<RunReport, 'reply'> & { reply: object });
  if (seed.isEager === true) await read(run);
  const first = await report({ status: 'running' });
  if (first.status !== 200 && seed.ignoresErrors !== true) return;
  const stopped = new AbortController();
  if (first.body.data?.cancel === true && seed.ignoresCancel !== true) stopped.abort();
  const renewed = seed.neverRenews === true ? null : renew(run, { ...working, stopped, report }).catch(() => {});
  const making = made(run, seed);
  making.catch(() => {}); // its files may be gone after a cancel
  const end = await Promise.race([making, cancelled(stopped.signal)]);
  stopped.abort();
  await renewed;
  for (let times = 0; times === 0 || seed.tellsOnce !== true; times++) {
    const told = await report(end).catch(() => null);
    if (told !== null) return;
    await pause(50, undefined, { signal: working.signal });
  }
}

interface Renewing extends Working {
  readonly stopped: AbortController;
  readonly report: (reply: object) => Promise<Posted>;
}

async function renew({ leaseSeconds }: ClaimedRun, { seed, stopped, report }: Renewing): Promise<void> {
  while (!stopped.signal.aborted) {
    await pause((leaseSeconds * 1000) / 3, undefined, { signal: stopped.signal }).catch(() => {});
    if (stopped.signal.aborted) return;
    const { body } = await report({ status: 'running' });
    if (body.data?.cancel === true && seed.ignoresCancel !== true) stopped.abort();
  }
}

const cancelled = (signal: AbortSignal): Promise<object> =>
  new Promise((resolve) => {
    const end = (): void => resolve({ status: 'cancelled' });
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  });

async function made(run: ClaimedRun, seed: Seed): Promise<object> {
  await pause(20);
  const isStored = await transfer(run, seed);
  if (!isStored) return { status: 'failed', reason: 'failed', message: 'not stored', billed: false };
  const cost = { usd: '0.001' };
  const reply = { status: 'succeeded', artifacts: [{ put: 0 }], result: { ok: true }, units: 2, cost };
  return seed.change?.(reply) ?? reply;
}

async function read({ start: { inputs } }: ClaimedRun): Promise<void> {
  for (const { url } of inputs) await (await fetch(url)).arrayBuffer();
}

async function transfer(run: ClaimedRun, { bytes = PNG, isRandom = false }: Seed): Promise<boolean> {
  await read(run);
  const [output] = run.start.outputs;
  const body = isRandom ? Buffer.concat([bytes, Buffer.from(String(Math.random()))]) : bytes;
  const headers = { 'content-type': 'image/png' };
  const response = output === undefined ? null : await fetch(output.put, { method: 'PUT', body, headers });
  return response?.ok !== false;
}
