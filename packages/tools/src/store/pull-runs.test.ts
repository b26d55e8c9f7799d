/** Claims of runs, and their leases: each run goes to one runner, and is never given away if it may have begun. */
import { RUN_LIMITS } from '@farebox/contract';
import { Prisma } from '@farebox/db';
import { runSql } from '@farebox/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { age, expireLease, issueKeyForTest, publishPullTool, runOf } from '../testing/pull.ts';
import { CANCELLED, DONE, NOT_TAKEN, RUNNING, TOOL, WAITING, openPullShop, type PullShop } from './pull.fixture.ts';

let shop: PullShop;
beforeEach(async () => {
  shop = await openPullShop();
});

describe('claims', () => {
  test('a run goes to one of many claims at the same time, and claims beyond the runs get none', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, n) => shop.runs.offer(runOf(`run-${n}`))));
    const claims = await Promise.all(Array.from({ length: 12 }, () => shop.claim()));
    const tokens = claims.flatMap((each) => (each.kind === 'claimed' ? [each.token] : []));
    expect(tokens.toSorted()).toEqual(['run-0', 'run-1', 'run-2', 'run-3', 'run-4']);
    expect(new Set(claims.map((each) => ('lease' in each ? each.lease : '')))).toHaveLength(6);
  });

  test('the oldest run is first, and its start is the offered text', async () => {
    const start = '{"arguments":{"text":"ä\\u0000"}}';
    await shop.runs.offer(runOf('b-first', { start }));
    await shop.runs.offer(runOf('a-second'));
    expect(await shop.claim()).toMatchObject({ kind: 'claimed', token: 'b-first', start });
    expect(await shop.claim()).toMatchObject({ token: 'a-second' });
    expect(await shop.claim()).toEqual({ kind: 'none' });
  });

  test('the same token offered again is the same run, in any state', async () => {
    expect(await shop.runs.offer(runOf('run-1'))).toEqual(WAITING);
    expect(await shop.runs.offer(runOf('run-1', { start: '{}' }))).toEqual(WAITING);
    const { lease, start } = await shop.claimed();
    expect(start).toBe(runOf('run-1').start);
    expect(await shop.runs.offer(runOf('run-1'))).toEqual({ state: 'claimed', reply: null, isLost: false });
    await shop.report('run-1', lease, DONE);
    expect(await shop.runs.offer(runOf('run-1'))).toEqual({ state: 'ended', reply: DONE, isLost: false });
    expect(await shop.claim()).toEqual({ kind: 'none' });
  });

  test('the same lease again is the same claim, so that the statement can be repeated', async () => {
    await Promise.all(['run-1', 'run-2'].map((token) => shop.runs.offer(runOf(token))));
    const same = () =>
      shop.database.json<{ token: string }>(
        Prisma.sql`SELECT runner_run_claim(${TOOL}, ${shop.key.id}, 'lease-of-one-claim-1', interval '60 seconds')`,
      );
    const first = await same();
    expect(await same()).toEqual(first);
    expect((await shop.claimed()).token).not.toBe(first?.token);
  });

  test('a key claims only runs of its own tool, and none once it is revoked', async () => {
    await publishPullTool(shop.database, 'acme-other');
    const other = await issueKeyForTest(shop.database, 'acme-other');
    await shop.runs.offer(runOf('run-1'));
    expect(await shop.runs.claim({ tool: 'acme-other', keyId: other.id })).toEqual({ kind: 'none' });
    expect(await shop.runs.claim({ tool: TOOL, keyId: other.id })).toEqual({ kind: 'revoked' });
    await shop.database.rows(Prisma.sql`UPDATE runner_key SET revoked_at = instant() WHERE id = ${shop.key.id}`);
    expect(await shop.claim()).toEqual({ kind: 'revoked' });
    expect(await shop.runs.lookup('run-1')).toEqual(WAITING);
  });

  test('nobody claims a run after its deadline, and it has ended as cancelled', async () => {
    await shop.runs.offer(runOf('late', { deadline: new Date(Date.now() - 1_000) }));
    expect(await shop.claim()).toEqual({ kind: 'none' });
    expect(await shop.runs.lookup('late')).toEqual(CANCELLED);
    expect(await shop.runs.lookup('unknown')).toBeNull();
  });
});

describe('leases', () => {
  test('an idempotent run can be claimed again after a lease that expired, and the old lease is lost then', async () => {
    await shop.runs.offer(runOf('run-1'));
    const old = await shop.claimed();
    expect(await shop.claim()).toEqual({ kind: 'none' });
    await expireLease(shop.database, 'run-1');
    expect((await shop.runs.lookup('run-1'))?.isLost).toBe(false);
    const next = await shop.claimed();
    expect(next).toMatchObject({ token: 'run-1', start: old.start });
    expect(await shop.report('run-1', old.lease, DONE)).toEqual({ kind: 'run_lease_lost' });
    expect(await shop.report('run-1', next.lease, DONE)).toEqual({ kind: 'taken', cancel: false });
  });

  test('a run that may not be repeated is lost after a lease that expired, and its late report counts', async () => {
    await shop.runs.offer(runOf('run-1', { isIdempotent: false }));
    const { lease } = await shop.claimed();
    await shop.report('run-1', lease, RUNNING);
    await expireLease(shop.database, 'run-1');
    expect(await shop.claim()).toEqual({ kind: 'none' });
    expect(await shop.runs.lookup('run-1')).toEqual({ state: 'claimed', reply: RUNNING, isLost: true });
    expect(await shop.report('run-1', lease, RUNNING)).toEqual({ kind: 'taken', cancel: false });
    expect(await shop.runs.lookup('run-1')).toEqual({ state: 'claimed', reply: RUNNING, isLost: false });
    await expireLease(shop.database, 'run-1');
    expect(await shop.report('run-1', lease, DONE)).toEqual({ kind: 'taken', cancel: false });
    expect(await shop.runs.lookup('run-1')).toEqual({ state: 'ended', reply: DONE, isLost: false });
  });

  test('a run that was handed back is claimed again a little later, under another lease', async () => {
    await shop.runs.offer(runOf('run-1', { isIdempotent: false }));
    const { lease } = await shop.claimed();
    expect(await shop.report('run-1', lease, NOT_TAKEN)).toEqual({ kind: 'taken', cancel: false });
    expect(await shop.report('run-1', lease, NOT_TAKEN)).toEqual({ kind: 'taken', cancel: false });
    expect(await shop.claim()).toEqual({ kind: 'none' });
    expect(await shop.runs.lookup('run-1')).toEqual(WAITING);
    await age(shop.database, 'run-1', 5);
    expect((await shop.claimed()).lease).not.toBe(lease);
    for (const late of [NOT_TAKEN, RUNNING, DONE])
      expect(await shop.report('run-1', lease, late)).toEqual({ kind: 'run_lease_lost' });
  });

  test('each report of a running run extends its lease', async () => {
    await shop.runs.offer(runOf('run-1'));
    const { lease } = await shop.claimed();
    await expireLease(shop.database, 'run-1');
    await shop.report('run-1', lease, RUNNING);
    const [row] = await shop.database.rows<{ seconds: number }>(
      Prisma.sql`SELECT extract(epoch FROM leased_until - instant())::float8 AS seconds FROM runner_run`,
    );
    expect(row?.seconds).toBeGreaterThan(RUN_LIMITS.leaseSeconds / 2);
    expect(row?.seconds).toBeLessThanOrEqual(RUN_LIMITS.leaseSeconds);
  });

  test('a claim without any report can be claimed again, also if the run may not be repeated', async () => {
    await shop.runs.offer(runOf('run-1', { isIdempotent: false }));
    const old = await shop.claimed();
    await expireLease(shop.database, 'run-1');
    expect(await shop.runs.lookup('run-1')).toEqual({ state: 'claimed', reply: null, isLost: false });
    const next = await shop.claimed();
    expect(next.token).toBe('run-1');
    expect(await shop.report('run-1', old.lease, RUNNING)).toEqual({ kind: 'run_lease_lost' });
    expect(await shop.report('run-1', next.lease, RUNNING)).toEqual({ kind: 'taken', cancel: false });
  });

  test('a first report after the lease ended counts until another claim has the run', async () => {
    await shop.runs.offer(runOf('run-1', { isIdempotent: false }));
    const { lease } = await shop.claimed();
    await expireLease(shop.database, 'run-1');
    expect(await shop.report('run-1', lease, RUNNING)).toEqual({ kind: 'taken', cancel: false });
    expect(await shop.claim()).toEqual({ kind: 'none' });
  });

  test.each([
    ['a cancel', () => shop.runs.cancel('run-1')],
    [
      'its deadline',
      () =>
        runSql(shop.ownerUrl, `ALTER TABLE runner_run DISABLE TRIGGER USER; UPDATE runner_run SET deadline = now()`),
    ],
  ])('%s ends a claim without any report once its lease has ended, and the runner does not begin', async (_, end) => {
    await shop.runs.offer(runOf('run-1', { isIdempotent: false }));
    const { lease } = await shop.claimed();
    await end();
    expect((await shop.runs.lookup('run-1'))?.state).toBe('claimed');
    await expireLease(shop.database, 'run-1');
    expect(await shop.claim()).toEqual({ kind: 'none' });
    expect(await shop.runs.lookup('run-1')).toEqual(CANCELLED);
    expect(await shop.report('run-1', lease, RUNNING)).toEqual({ kind: 'run_ended' });
  });

  test('an idempotent run that began is lost, and given to nobody, if its deadline comes before the end of its lease', async () => {
    await shop.runs.offer(runOf('run-1'));
    const { lease } = await shop.claimed();
    await shop.report('run-1', lease, RUNNING);
    await runSql(shop.ownerUrl, `ALTER TABLE runner_run DISABLE TRIGGER USER; UPDATE runner_run SET deadline = now()`);
    await expireLease(shop.database, 'run-1');
    expect(await shop.claim()).toEqual({ kind: 'none' });
    expect(await shop.runs.lookup('run-1')).toEqual({ state: 'claimed', reply: RUNNING, isLost: true });
  });

  test('a run of before a failover that may not be repeated is neither claimed nor said to be cancelled', async () => {
    for (const isIdempotent of [false, true]) await shop.runs.offer(runOf(`run-${isIdempotent}`, { isIdempotent }));
    await runSql(shop.ownerUrl, 'ALTER TABLE runner_run DISABLE TRIGGER USER; UPDATE runner_run SET timeline = 0');
    expect(await shop.runs.lookup('run-false')).toEqual({ state: 'waiting', reply: null, isLost: true });
    expect((await shop.claimed()).token).toBe('run-true');
    expect(await shop.claim()).toEqual({ kind: 'none' });
    expect(await shop.runs.cancel('run-false')).toEqual({ state: 'waiting', reply: null, isLost: true });
  });

  test('a run that is handed back after a cancel ends as cancelled', async () => {
    await shop.runs.offer(runOf('run-1'));
    const { lease } = await shop.claimed();
    await shop.runs.cancel('run-1');
    expect(await shop.report('run-1', lease, NOT_TAKEN)).toMatchObject({ kind: 'taken' });
    expect(await shop.runs.lookup('run-1')).toEqual(CANCELLED);
  });
});

describe('a run that has begun, and was claimed again', () => {
  /** Its runner has gone silent, and another claim has it. */
  async function claimedAgain(): Promise<string> {
    await shop.runs.offer(runOf('run-1'));
    await shop.report('run-1', (await shop.claimed()).lease, RUNNING);
    await expireLease(shop.database, 'run-1');
    return (await shop.claimed()).lease;
  }

  test('is not said to be cancelled if that claim is silent too, and its late report counts', async () => {
    const lease = await claimedAgain();
    await shop.runs.cancel('run-1');
    await expireLease(shop.database, 'run-1');
    expect(await shop.runs.lookup('run-1')).toEqual({ state: 'claimed', reply: RUNNING, isLost: true });
    expect(await shop.report('run-1', lease, DONE)).toMatchObject({ kind: 'taken' });
    expect(await shop.runs.lookup('run-1')).toEqual({ state: 'ended', reply: DONE, isLost: false });
  });

  test('is not said to be cancelled if that claim did not reach its runner, and a further claim gets it', async () => {
    const lease = await claimedAgain();
    const handBack = { tool: TOOL, token: 'run-1', lease, status: 'handed_back', reply: NOT_TAKEN } as const;
    expect(await shop.runs.report(handBack)).toEqual({ kind: 'taken', cancel: false });
    expect(await shop.runs.lookup('run-1')).toEqual({ state: 'waiting', reply: RUNNING, isLost: false });
    await age(shop.database, 'run-1', 5);
    expect(await shop.claim()).toMatchObject({ kind: 'claimed', token: 'run-1' });
    await expireLease(shop.database, 'run-1');
    await shop.runs.report({ ...handBack, lease: (await shop.claimed()).lease });
    expect(await shop.runs.cancel('run-1')).toEqual({ state: 'waiting', reply: RUNNING, isLost: true });
  });

  test('ends as cancelled if the runner of that claim hands it back itself', async () => {
    const lease = await claimedAgain();
    await shop.runs.cancel('run-1');
    await shop.report('run-1', lease, NOT_TAKEN);
    expect(await shop.runs.lookup('run-1')).toEqual(CANCELLED);
  });
});
