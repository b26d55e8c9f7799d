/** A key has one budget of requests over all gateways. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { identitiesOf, withoutEngine } from './client/provided.ts';

const LIMIT = 120;
/** The burst must fit into one window of the rate limit. */
const ROOM_SECONDS = 15;

describe.skipIf(withoutEngine())('the rate limit', () => {
  test(`accepts exactly ${LIMIT} of ${LIMIT + 80} requests of one key that are sent to both gateways at once`, async () => {
    const { key, keyBurst } = identitiesOf(import.meta.filename);
    await windowWithRoom(key);
    const clients = [connect(keyBurst, 'a'), connect(keyBurst, 'b')] as const;
    const replies = await Promise.all(
      Array.from({ length: LIMIT + 80 }, (_, i) => clients[i % 2 === 0 ? 0 : 1].get('/tools/usage')),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(80);
    const otherKeyOfTheMember = await connect(key, 'b').get('/tools/usage');
    expect(otherKeyOfTheMember.status).toBe(200);
  });
});

/** All keys have the same windows; a response to one of them tells how long the current window lasts. */
async function windowWithRoom(key: string): Promise<void> {
  const { headers } = await connect(key, 'a').get('/tools/usage');
  const left = Number(/t=(\d+)$/.exec(headers.get('ratelimit') ?? '')?.[1]);
  if (left < ROOM_SECONDS) await pause((left + 0.1) * 1000);
}
