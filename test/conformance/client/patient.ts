/** Clients that repeat what was refused without any effect: beyond the rate limit, or by a gateway that is busy. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Reply } from './connect.ts';

const LIMITED = '429 rate_limit_exceeded';
const BUSY = '503 service_unavailable';

/** For files that send more requests with one key than a minute allows. */
export function patient(client: Client): Client {
  return {
    send: (...asked) => unless(LIMITED, () => client.send(...asked)),
    get: (...asked) => unless(LIMITED, () => client.get(...asked)),
    post: (...asked) => unless(LIMITED, () => client.post(...asked)),
  };
}

/** For more purchases at once than a starved machine can take. The request must repeat its idempotency key. */
export const unlessBusy = <T>(ask: () => Promise<Reply<T>>): Promise<Reply<T>> => unless(BUSY, ask);

async function unless<T>(refused: string, ask: () => Promise<Reply<T>>): Promise<Reply<T>> {
  let reply = await ask();
  while (reply.outcome === refused) {
    await pause(1000 * Number(reply.headers.get('retry-after')));
    reply = await ask();
  }
  return reply;
}
