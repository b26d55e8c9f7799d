/** 120 requests for each key and minute, exact over all gateways, counted before any other check of the request. */
// Modes: embedded, services (rate limit, gateways).
import { expect, test } from 'vitest';
import { burst, exhaust } from './client/burst.ts';
import { connect, type Reply } from './client/connect.ts';
import { execute, newIdempotencyKey, quoted } from './client/executions.ts';
import { analysis, upload } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Execution } from './client/wire.ts';
import { png } from './samples/images.ts';

const keys = identitiesOf(import.meta.filename);

const count = (replies: readonly Reply[], outcome: string): number =>
  replies.filter((reply) => reply.outcome === outcome).length;

// spec 8: "Request rate: 120 requests per API key in a fixed one-minute window"
// issue 2.5: "120 requests per key in a fixed one-minute window, exact across gateways"
test('exactly 120 of 300 parallel requests pass, over all gateways together', async () => {
  const replies = await burst(keys.keyBurst, 300);
  expect(count(replies, '429 rate_limit_exceeded')).toBe(180);
  // Behind the limit, a busy database may refuse some of so many reads at once.
  expect(count(replies, '200') + count(replies, '503 service_unavailable')).toBe(120);
});

// contract 3: "authenticate → rate limit → scope → body size → JSON"
// contract 3: "The rate limit is checked before the body is read"
test('beyond the limit every request is refused before scope, body and path are checked', async () => {
  const limited = keys.keysByScope['usage:read'];
  await exhaust(limited);
  const client = connect(limited);
  const replies = [
    await client.post('/tools/image-analyze', '{'),
    await client.post('/tools/upload', 'x'.repeat(100_000)),
    await client.get('/tools/executions?limit=0'),
    await client.send('DELETE', '/nowhere'),
  ];
  expect(replies.map(({ outcome }) => outcome)).toEqual(replies.map(() => '429 rate_limit_exceeded'));
});

// contract 2: "rate_limit_exceeded (+ Retry-After to the window's end)"
test('a refused request learns when the window ends, and other keys are not affected', async () => {
  const limited = keys.key;
  await exhaust(limited);
  const reply = await connect(limited).get('/tools');
  expect(reply.outcome).toBe('429 rate_limit_exceeded');
  expect(reply.rateLimit.remaining).toBe(0);
  expect(Math.abs(Number(reply.headers.get('retry-after')) - reply.rateLimit.resetSeconds)).toBeLessThanOrEqual(1);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await connect(keys.keysByScope['tools:read']).get('/tools')).outcome).toBe('200');
});

// contract 1: "windows are aligned to the UTC minute"
test('the window ends with the minute of the gateway’s clock', async () => {
  const { rateLimit, headers } = await connect(keys.keyAdmin).get('/tools/project');
  const now = new Date(headers.get('date') as string);
  // Its header has whole seconds, and at the end of a minute either may be first.
  const apart = (rateLimit.resetSeconds + now.getUTCSeconds()) % 60;
  expect(Math.min(apart, 60 - apart)).toBeLessThanOrEqual(2);
});

// spec 8: "Catalog, quote, upload, execution, status and resent requests all count toward the 120 per minute."
// contract 5: "Faster polling only costs rate limit."
test('catalog, quote, upload, execution, replay, status, refused and unknown requests count one each', async () => {
  const client = connect(keys.key2);
  const request = await quoted(client, 'image-analyze', await analysis(client));
  const idempotencyKey = newIdempotencyKey();
  const first = await execute(client, request, idempotencyKey);
  const status = `/tools/executions/${first.data.id}`;
  const replies: Reply[] = [
    first,
    await execute(client, request, idempotencyKey),
    await client.get<Execution>(status),
    await client.get<Execution>(status),
    await client.get('/tools'),
    await client.post('/tools/quote', { tool: request.tool, arguments: request.arguments }),
    await upload(client, 'image/png', await png()),
    await client.post('/tools/quote', '{'),
    await client.get('/nowhere'),
    await client.post(`${status}/cancel`, { no: 1 }),
  ];
  expectEachCountsOne(replies);
});

/** A new window may begin in between; only then does the count start again. */
function expectEachCountsOne(replies: readonly Reply[]): void {
  const windows = replies.map(({ rateLimit }) => rateLimit);
  windows.slice(1).forEach((now, index) => {
    const before = windows[index] as typeof now;
    const expected = now.resetSeconds > before.resetSeconds ? 119 : before.remaining - 1;
    expect(now.remaining, replies[index + 1]?.outcome).toBe(expected);
  });
}
