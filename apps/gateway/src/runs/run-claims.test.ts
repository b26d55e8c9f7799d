/** Claims that wait: who gets a run, how often the database is asked, and what ends a wait. */
import { createMetrics } from '@farebox/telemetry';
import type { Claim } from '@farebox/tools';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRunClaims, type RunClaims } from './run-claims.ts';

const NONE: Claim = { kind: 'none' };
const run = (token: string): Claim => ({ kind: 'claimed', token, lease: `lease-of-${token}`, start: '{}' });

let metrics: ReturnType<typeof createMetrics>;
let asked: string[];
/** The next claims of the store. */
let offered: Claim[];
let poll: (tool: string) => Promise<Claim>;
let claims: RunClaims;

beforeEach(() => {
  vi.useFakeTimers();
  [asked, offered, metrics] = [[], [], createMetrics('gateway')];
  poll = () => Promise.resolve(offered.shift() ?? NONE);
  claims = createRunClaims({
    runs: {
      claim: ({ tool, keyId }) => {
        asked.push(keyId);
        return poll(tool);
      },
    },
    metrics,
    limits: { all: 6, perTool: 5, perKey: 4 },
  });
});
afterEach(() => void vi.useRealTimers());

/** A claim, the function that makes its client disconnect, and its outcome once there is one. */
function claiming(keyId: string, { tool = 'acme', waitSeconds = 20 } = {}) {
  let leave = (): void => {};
  const seen: { outcome?: string } = {};
  const claim = claims.claim({ runner: { keyId, tool }, waitSeconds, onGone: (listener) => (leave = listener) });
  void claim.then(
    (found) => (seen.outcome = found.kind === 'claimed' ? found.token : found.kind),
    (error: unknown) => (seen.outcome = (error as Error).message),
  );
  return { seen, leave: () => leave() };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const outcomes = (all: readonly { seen: { outcome?: string } }[]) => all.map(({ seen }) => seen.outcome);
const waiting = async () => (await metrics.runClaimsWaiting.get()).values[0]?.value;

test('a run that is there is given at once, and a claim that does not wait gets none at once', async () => {
  offered.push(run('a'));
  const all = [claiming('k1'), claiming('k2', { waitSeconds: 0 })];
  await pass(0);
  expect(outcomes(all)).toEqual(['a', 'none']);
});

test('runs that come while claims wait go to the oldest claims, one each', async () => {
  const all = [claiming('k1'), claiming('k2'), claiming('k3')];
  await pass(100);
  offered.push(run('a'), run('b'));
  await pass(1_000);
  expect(outcomes(all)).toEqual(['a', 'b', undefined]);
  expect(await waiting()).toBe(1);
});

test('a claim without a run ends after the time that it asked for, and no poll follows', async () => {
  const one = claiming('k1', { waitSeconds: 3 });
  await pass(2_900);
  expect(one.seen.outcome).toBeUndefined();
  await pass(200);
  expect(one.seen.outcome).toBe('none');
  const polls = asked.length;
  await pass(60_000);
  expect([asked.length, await waiting()]).toEqual([polls, 0]);
});

test.each([1, 2, 4])(
  '%i waiting claims of a tool cause at most one poll a second each, and four at the most',
  async (n) => {
    const all = Array.from({ length: n }, (_, index) => claiming(`k${index}`));
    await pass(10_000);
    expect(outcomes(all)).toEqual(all.map(() => undefined));
    expect(asked.length - n).toBeLessThanOrEqual(Math.min(n, 4) * 10);
    expect(asked.length - n).toBeGreaterThan(n * 5);
  },
);

test('tools take turns for the polls that run at once', async () => {
  const { promise, resolve } = Promise.withResolvers<Claim>();
  poll = (tool) => (tool === 'acme' ? promise : Promise.resolve(run('a')));
  for (const name of ['k1', 'k2', 'k3', 'k4', 'k5']) claiming(name);
  claiming('o1', { tool: 'other' });
  await pass(0);
  expect(asked).toEqual(['k1', 'k2', 'k3', 'k4']);
  resolve(NONE);
  await pass(0);
  expect(asked.slice(4)).toEqual(['o1', 'k5']);
});

test('a claim whose client has left is not asked for again', async () => {
  const [gone, stays] = [claiming('gone'), claiming('stays')];
  await pass(100);
  gone.leave();
  offered.push(run('a'));
  await pass(1_000);
  expect(outcomes([gone, stays])).toEqual(['none', 'a']);
});

test('a client that leaves during a poll is told what the poll has brought, so that the run can be handed back', async () => {
  const one = claiming('k1');
  await pass(100);
  const { promise, resolve } = Promise.withResolvers<Claim>();
  poll = () => promise;
  await pass(1_000);
  one.leave();
  await pass(0);
  expect(one.seen.outcome).toBeUndefined();
  resolve(run('a'));
  await pass(0);
  expect(one.seen.outcome).toBe('a');
});

test('while the database does not answer, claims go on waiting', async () => {
  const one = claiming('k1');
  await pass(100);
  poll = () => Promise.reject(new Error('away'));
  await pass(5_000);
  expect(one.seen.outcome).toBeUndefined();
  poll = () => Promise.resolve(run('a'));
  await pass(1_000);
  expect(one.seen.outcome).toBe('a');
});

test('a revoked key ends its claim, and no other', async () => {
  const all = [claiming('k1'), claiming('k2')];
  await pass(100);
  offered.push({ kind: 'revoked' });
  await pass(1_000);
  expect(outcomes(all)).toEqual(['revoked', undefined]);
});

test('beyond the limits of a key, a tool and the gateway a claim is refused with a time to come again', async () => {
  const names = ['k1', 'k1', 'k1', 'k1', 'k1', 'k2', 'k3'];
  const all = names.map((name) => claiming(name));
  const others = [claiming('o1', { tool: 'other' }), claiming('o2', { tool: 'other' })];
  await pass(0);
  const refused = 'rate_limit_exceeded';
  expect(outcomes(all)).toEqual([undefined, undefined, undefined, undefined, refused, undefined, refused]);
  expect(outcomes(others)).toEqual([undefined, refused]);
  await expect(
    claims.claim({ runner: { keyId: 'k1', tool: 'acme' }, waitSeconds: 0, onGone: () => {} }),
  ).rejects.toMatchObject({ retryAfterSeconds: 5 });
  await pass(20_000);
  expect((await claims.claim({ runner: { keyId: 'k1', tool: 'acme' }, waitSeconds: 0, onGone: () => {} })).kind).toBe(
    'none',
  );
});

test('a stopping gateway ends every wait, and later claims poll once', async () => {
  const all = [claiming('k1'), claiming('k2', { tool: 'other' })];
  await pass(100);
  claims.close();
  const later = claiming('k3');
  await pass(0);
  expect(outcomes([...all, later])).toEqual(['none', 'none', 'none']);
  expect(await waiting()).toBe(0);
});
