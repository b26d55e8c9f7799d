/**
 * For files that send more requests with one key than a minute allows: a request that the rate limit refuses is repeated in the
 * next window; no other is.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Reply } from './connect.ts';

const LIMITED = '429 rate_limit_exceeded';

export function patient(client: Client): Client {
  return {
    send: (...asked) => untilTaken(() => client.send(...asked)),
    get: (...asked) => untilTaken(() => client.get(...asked)),
    post: (...asked) => untilTaken(() => client.post(...asked)),
  };
}

/** A request that the rate limit refuses has no effect, so its Idempotency-Key can be used again. */
async function untilTaken<T>(ask: () => Promise<Reply<T>>): Promise<Reply<T>> {
  let reply = await ask();
  while (reply.outcome === LIMITED) {
    await pause(1000 * Number(reply.headers.get('retry-after')));
    reply = await ask();
  }
  return reply;
}
