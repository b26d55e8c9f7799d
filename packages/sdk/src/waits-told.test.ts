/** A client that pauses says so: once for each pause, with its length and its reason. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFarebox } from './client.ts';
import type { WaitReason } from './http/told-pauses.ts';

let told: [ms: number, reason: WaitReason][] = [];
beforeEach(() => {
  told = [];
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly error?: string;
}

function clientOf(...replies: readonly Reply[]) {
  const left = [...replies];
  const fetch = async (): Promise<Response> => {
    const { status = 200, headers = {}, error } = left.shift() ?? {};
    const body = error === undefined ? { data: {} } : { error: { status: 'X', message: error } };
    return new Response(JSON.stringify(body), { status, headers });
  };
  const onWait = (ms: number, reason: WaitReason): void => void told.push([ms, reason]);
  return createFarebox({ baseUrl: 'http://farebox.test', apiKey: 'fb', fetch, onWait });
}

const usedUp = (seconds: number): Reply => ({ headers: { RateLimit: `"default";r=0;t=${seconds}` } });

it('requests that wait together for the rate limit tell it once, and the next window is told again', async () => {
  const farebox = clientOf(usedUp(12), {}, {}, usedUp(7));
  await farebox.usage();
  const waiting = [farebox.usage(), farebox.usage(), farebox.usage()];
  expect(told).toEqual([[12_000, 'rate_limit']]);
  await vi.advanceTimersByTimeAsync(12_000);
  await Promise.all(waiting);
  const next = farebox.usage();
  expect(told).toEqual([
    [12_000, 'rate_limit'],
    [7_000, 'rate_limit'],
  ]);
  await vi.advanceTimersByTimeAsync(7_000);
  await next;
});

it('a refusal by the rate limit is told as such, and another retry as a retry', async () => {
  const limited = { status: 429, error: 'rate_limit_exceeded', headers: { 'Retry-After': '30' } };
  const away = { status: 503, error: 'service_unavailable', headers: { 'Retry-After': '5' } };
  const farebox = clientOf(limited, away, {});
  const read = farebox.usage();
  await vi.advanceTimersByTimeAsync(35_000);
  await read;
  expect(told).toEqual([
    [30_000, 'rate_limit'],
    [5_000, 'retry'],
  ]);
});

it('a pause of at most a second is not told', async () => {
  const farebox = clientOf(usedUp(1));
  await farebox.usage();
  const read = farebox.usage();
  await vi.advanceTimersByTimeAsync(1_000);
  await read;
  expect(told).toEqual([]);
});
