/** Bursts against the rate limit. A burst must fit into one window, so it waits if the current window is about to end. */
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Reply } from './connect.ts';

const LIMIT = 120;
const ROOM_SECONDS = 15;

/** Sends `total` requests with the key in one window, over all gateways at once, including those that found the window. */
export async function burst(key: string, total: number): Promise<Reply[]> {
  const before = await enterWindow(key);
  const rest = Array.from({ length: total - before.length }, (_, i) => connect(key, i).get('/tools/usage'));
  return [...before, ...(await Promise.all(rest))];
}

/** Uses up the window of the key. Returns the seconds until the window ends. */
export async function exhaust(key: string): Promise<number> {
  const replies = await burst(key, LIMIT + 1);
  return Math.min(...replies.map(({ rateLimit }) => rateLimit.resetSeconds));
}

/** The responses so far in a window that lasts long enough. */
async function enterWindow(key: string): Promise<Reply[]> {
  const reply = await connect(key).get('/tools/usage');
  const { remaining, resetSeconds } = reply.rateLimit;
  if (resetSeconds >= ROOM_SECONDS && remaining === LIMIT - 1) return [reply];
  await pause((resetSeconds + 0.1) * 1000);
  return enterWindow(key);
}
