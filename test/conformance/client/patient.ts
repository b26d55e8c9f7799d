/**
 * For files that ask more of one key than a minute allows: whatever the limit refuses is asked again in the next window. Nothing
 * else is repeated.
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

/** What was refused by the limit was not looked at, so that an Idempotency-Key may come again. */
async function untilTaken<T>(ask: () => Promise<Reply<T>>): Promise<Reply<T>> {
  let reply = await ask();
  while (reply.outcome === LIMITED) {
    await pause(1000 * Number(reply.headers.get('retry-after')));
    reply = await ask();
  }
  return reply;
}
