/** The end of a window. A file of its own, because it waits for a real one: at most a minute. */
// Modes: embedded, services (rate limit).
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { exhaust } from './client/burst.ts';
import { connect } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';

const keys = identitiesOf(import.meta.filename);

// spec 8: "Request rate: 120 requests per API key in a fixed one-minute window"
// contract 2: "rate_limit_exceeded (+ Retry-After to the window's end)"
test('the limit holds until the window ends, and a client that waits for Retry-After is served', async () => {
  const client = connect(keys.keyBurst);
  await exhaust(keys.keyBurst);
  const refused = await client.get('/tools');
  const waitSeconds = Number(refused.headers.get('retry-after'));
  expect(waitSeconds).toBeLessThanOrEqual(60);
  const endMs = performance.now() + waitSeconds * 1000;
  await pause(endMs - performance.now() - 3000);
  expect((await client.get('/tools')).outcome).toBe('429 rate_limit_exceeded');
  await pause(endMs - performance.now());
  const served = await client.get('/tools');
  expect([served.outcome, served.rateLimit.remaining]).toEqual(['200', 119]);
});
