/** Retries: errors that the catalogue calls retryable, after Retry-After and a random pause; and every paid request with an unknown outcome. */
import { type ErrorMessage, ERRORS, TUS_ERRORS } from '@farebox/contract';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { createFarebox } from './client.ts';
import { FareboxError } from './errors.ts';
import { backoffMs } from './http/pause.ts';
import { retryAfterMs } from './http/retry-after.ts';
import { type Scripted, type ScriptedServer, scripted } from './testing/scripted.ts';

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

const ok = (data: object): Scripted => ({ status: 200, body: { data } });
const refused = (message: string, http: number, more: object = {}): Scripted => ({
  status: http,
  body: { error: { status: 'X', message, ...more } },
});

async function play(script: readonly (Scripted | null)[], attemptsMax = 3) {
  server = await scripted(script);
  return createFarebox<{ 'a-tool': object }>({ baseUrl: server.baseUrl, apiKey: 'fb', attemptsMax });
}

const catalogue = Object.entries({ ...ERRORS, ...TUS_ERRORS }).filter(
  ([, { advice }]) => !advice.includes('operator API only'),
);

it.each(catalogue)(
  'a read that is refused with %s is retried exactly if the catalogue says so',
  async (code, error) => {
    const farebox = await play([refused(code, error.http), ok({})]);
    const end = await farebox.usage().then(
      () => 'answered',
      (thrown: unknown) => (thrown instanceof FareboxError ? thrown.code : String(thrown)),
    );
    expect(end).toBe(error.retryable ? 'answered' : code);
    expect(server?.heard).toHaveLength(error.retryable ? 2 : 1);
  },
);

it('only 429 and 503 errors are retryable', () => {
  const retryable = (Object.keys(ERRORS) as ErrorMessage[]).filter((message) => ERRORS[message].retryable);
  for (const message of retryable) expect([429, 503]).toContain(ERRORS[message].http);
});

it.each([
  null,
  refused('internal_error', 500),
  refused('service_unavailable', 503, { details: { accepted: 'unknown' } }),
  refused('execution_disabled', 503, { details: { accepted: 'unknown' } }),
  { status: 502, body: '<html>' },
  { status: 202, body: '{"da' },
])('a paid request is sent again under its key after %j, which leaves the outcome unknown', async (answer) => {
  const quoted = ok({ priceVersion: 'v1', maximumChargeMicros: 50 });
  const accepted = { status: 202, body: { data: { id: 'exe_1', tool: 'a-tool', status: 'queued' } } };
  const farebox = await play([quoted, answer, accepted]);
  await expect(farebox.execute('a-tool', {}, { ceiling: 100 })).resolves.toMatchObject({ id: 'exe_1' });
  const [, first, second] = server?.heard ?? [];
  expect(second).toMatchObject({ asked: 'POST /tools/a-tool', key: first?.key, body: first?.body });
});

it('a paid request is not retried if nothing was accepted and the error is not retryable', async () => {
  const quoted = ok({ priceVersion: 'v1', maximumChargeMicros: 50 });
  const farebox = await play([quoted, refused('execution_disabled', 503, { details: { accepted: false } })]);
  const executed = farebox.execute('a-tool', {}, { ceiling: 100 });
  await expect(executed).rejects.toMatchObject({ code: 'execution_disabled' });
  expect(server?.heard).toHaveLength(2);
});

it('a date in Retry-After is measured by the clock of the server', async () => {
  const at = Date.parse('2031-05-01T10:00:00Z');
  const [now, later] = [at, at + 1000].map((ms) => new Date(ms).toUTCString());
  const busy = { ...refused('service_unavailable', 503), headers: { Date: now ?? '', 'Retry-After': later ?? '' } };
  const farebox = await play([busy, ok({})]);
  await farebox.usage();
  const [first, second] = server?.heard ?? [];
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990);
});

it.each([
  [{}, 0],
  [{ 'Retry-After': '0' }, 0],
  [{ 'Retry-After': '7' }, 7_000],
  [{ 'Retry-After': ' 7 ' }, 7_000],
  [{ 'Retry-After': '-7' }, 0],
  [{ 'Retry-After': 'soon' }, 0],
  [{ 'Retry-After': 'Thu, 01 May 2031 10:00:09 GMT', Date: 'Thu, 01 May 2031 10:00:00 GMT' }, 9_000],
  [{ 'Retry-After': 'Thu, 01 May 2031 10:00:00 GMT', Date: 'Thu, 01 May 2031 10:00:09 GMT' }, 0],
  [{ 'Retry-After': new Date(0).toUTCString() }, 0],
  [{ 'Retry-After': '99999999999' }, 86_400_000],
] as const)('of %j is read %d ms', (headers, ms) => {
  expect(retryAfterMs(new Headers(headers as Record<string, string>))).toBe(ms);
});

it('pauses are random, up to a limit that doubles to 10 s, and at least as long as Retry-After', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.nat(100_000), (n, leastMs) => {
      const mostMs = Math.min(10_000, 500 * 2 ** n);
      const drawn = Array.from({ length: 200 }, () => backoffMs(n, leastMs) - leastMs);
      expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...drawn)).toBeLessThanOrEqual(mostMs);
      // For 200 uniform samples, the chance that none is in the lower or the upper quarter is 1 in 10^24.
      expect(Math.min(...drawn)).toBeLessThan(mostMs / 4);
      expect(Math.max(...drawn)).toBeGreaterThan((mostMs * 3) / 4);
    }),
  );
});
