/** Ends of runs, places for new ones, and removal; and what the database itself refuses. */
import { Prisma } from '@farebox/db';
import { runSql } from '@farebox/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { age, expireLease, runOf } from '../testing/pull.ts';
import { CANCELLED, DONE, NOT_TAKEN, RUNNING, TOOL, openPullShop, type PullShop } from './pull.fixture.ts';

let shop: PullShop;
beforeEach(async () => {
  shop = await openPullShop();
});

describe('ends', () => {
  test('the first end stays: the same one again is taken, and another one is not', async () => {
    await shop.runs.offer(runOf('run-1'));
    const { lease } = await shop.claimed();
    const ends = [DONE, '{"status":"failed"}', '{"status":"cancelled"}'];
    const outcomes = await Promise.all(ends.map((reply) => shop.report('run-1', lease, reply)));
    const won = outcomes.findIndex(({ kind }) => kind === 'taken');
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['run_ended', 'run_ended', 'taken']);
    expect(await shop.runs.lookup('run-1')).toEqual({ state: 'ended', reply: ends[won], isLost: false });
    expect(await shop.report('run-1', lease, ends[won] as string)).toEqual({ kind: 'taken', cancel: false });
    expect(await shop.report('run-1', lease, RUNNING)).toEqual({ kind: 'run_ended' });
    expect(await shop.report('run-1', lease, NOT_TAKEN)).toEqual({ kind: 'run_ended' });
  });

  test('a token that is unknown or of another tool is not found, and another lease ends nothing', async () => {
    await shop.runs.offer(runOf('run-1'));
    const { lease } = await shop.claimed();
    const sent = { token: 'run-1', lease, status: 'succeeded', reply: DONE } as const;
    expect(await shop.runs.report({ ...sent, tool: 'acme-other' })).toEqual({ kind: 'run_not_found' });
    expect(await shop.report('run-2', lease, DONE)).toEqual({ kind: 'run_not_found' });
    expect(await shop.report('run-1', 'another-lease-0000', DONE)).toEqual({ kind: 'run_lease_lost' });
    expect(await shop.runs.lookup('run-1')).toEqual({ state: 'claimed', reply: null, isLost: false });
  });

  test('a cancel ends a waiting run at once, and nobody claims it', async () => {
    await shop.runs.offer(runOf('run-1'));
    const ended = CANCELLED;
    expect(await shop.runs.cancel('run-1')).toEqual(ended);
    expect(await shop.claim()).toEqual({ kind: 'none' });
    expect(await shop.runs.cancel('run-1')).toEqual(ended);
    expect(await shop.runs.cancel('unknown')).toBeNull();
  });

  test('a cancel and a claim at the same time: one wins', async () => {
    for (let n = 0; n < 20; n++) {
      await shop.runs.offer(runOf(`run-${n}`));
      const [state, given] = await Promise.all([shop.runs.cancel(`run-${n}`), shop.claim()]);
      expect([state?.state, given.kind]).toEqual(state?.state === 'ended' ? ['ended', 'none'] : ['claimed', 'claimed']);
    }
  });

  test('the runner of a claimed run learns of a cancel by its next report, and nobody else claims the run', async () => {
    await shop.runs.offer(runOf('run-1'));
    const { lease } = await shop.claimed();
    expect((await shop.runs.cancel('run-1'))?.state).toBe('claimed');
    expect(await shop.report('run-1', lease, RUNNING)).toEqual({ kind: 'taken', cancel: true });
    await expireLease(shop.database, 'run-1');
    expect(await shop.claim()).toEqual({ kind: 'none' });
    expect((await shop.runs.lookup('run-1'))?.isLost).toBe(true);
    const end = '{"status":"cancelled","cost":{"usd":"0.0002"}}';
    expect(await shop.report('run-1', lease, end)).toMatchObject({ kind: 'taken' });
    expect(await shop.runs.cancel('run-1')).toEqual({ state: 'ended', reply: end, isLost: false });
  });
});

describe('readiness', () => {
  const asked = (seconds: number) =>
    shop.database.rows(
      Prisma.sql`UPDATE runner_key SET last_asked_at = instant() - make_interval(secs => ${seconds}) WHERE id = ${shop.key.id}`,
    );

  test('a tool is ready while a runner with a key that is not revoked asked within a minute', async () => {
    expect(await shop.runs.readiness(TOOL, 2)).toBe('no_runner');
    await shop.claim();
    expect(await shop.runs.readiness(TOOL, 2)).toBe('ready');
    await asked(59);
    expect(await shop.runs.readiness(TOOL, 2)).toBe('ready');
    await asked(61);
    expect(await shop.runs.readiness(TOOL, 2)).toBe('no_runner');
    await shop.claim();
    await shop.database.rows(Prisma.sql`UPDATE runner_key SET revoked_at = instant()`);
    expect(await shop.runs.readiness(TOOL, 2)).toBe('no_runner');
  });

  test('a tool is full at its concurrency; a lost run and an ended one take no place', async () => {
    await shop.runs.offer(runOf('run-1', { isIdempotent: false }));
    const { lease } = await shop.claimed();
    await shop.report('run-1', lease, RUNNING);
    await shop.runs.offer(runOf('run-2'));
    expect(await shop.runs.readiness(TOOL, 2)).toBe('full');
    expect(await shop.runs.readiness(TOOL, 3)).toBe('ready');
    await expireLease(shop.database, 'run-1');
    expect(await shop.runs.readiness(TOOL, 2)).toBe('ready');
    await shop.report('run-1', lease, RUNNING);
    expect(await shop.runs.readiness(TOOL, 2)).toBe('full');
    await shop.report('run-1', lease, DONE);
    expect(await shop.runs.readiness(TOOL, 2)).toBe('ready');
  });

  test('the time of a request for work is written at most every ten seconds', async () => {
    await asked(9);
    const written = () =>
      shop.database.rows<{ at: string }>(
        Prisma.sql`SELECT last_asked_at::text AS at FROM runner_key WHERE id = ${shop.key.id}`,
      );
    const before = await written();
    await shop.claim();
    expect(await written()).toEqual(before);
    await asked(11);
    const older = await written();
    await shop.claim();
    expect(await written()).not.toEqual(older);
  });
});

describe('removal', () => {
  const HOUR = 3_600;
  test.each([
    ['72 hours after a worker read its end', true, 72 * HOUR],
    ['30 days after an end that no worker read', false, 720 * HOUR],
  ])('an ended run is removed %s', async (_, isRead, seconds) => {
    await shop.runs.offer(runOf('run-1'));
    const { lease } = await shop.claimed();
    await shop.report('run-1', lease, DONE);
    if (isRead) await shop.runs.lookup('run-1');
    await age(shop.database, 'run-1', seconds - 60);
    expect(await shop.runs.remove(10)).toBe(0);
    await age(shop.database, 'run-1', 60);
    expect(await shop.runs.remove(10)).toBe(1);
    expect(await shop.runs.lookup('run-1')).toBeNull();
  });

  test('a run without an end stays for a late report until its review has ended, and at most as many as asked go at once', async () => {
    for (const n of [1, 2]) await shop.runs.offer(runOf(`run-${n}`));
    for (const n of [1, 2]) await age(shop.database, `run-${n}`, 144 * HOUR + 540);
    expect(await shop.runs.remove(10)).toBe(0);
    for (const n of [1, 2]) await age(shop.database, `run-${n}`, 60);
    expect(await shop.runs.remove(1)).toBe(1);
    expect(await shop.runs.remove(10)).toBe(1);
  });

  test.each([
    ['with a paid end', DONE],
    ['without an end', RUNNING],
  ])('a run %s stays while its execution is open, however late it is by the clock', async (_, reply) => {
    const id = 'exe_01m80n8fa1eynbt4w0bdxxnhnr';
    await runSql(shop.ownerUrl, `INSERT INTO execution_job VALUES ('prj_1', 'provider', '${id}', now())`);
    for (const token of [`${id}.0`, 'run-1']) {
      await shop.runs.offer(runOf(token));
      await shop.report(token, (await shop.claimed()).lease, reply);
      await age(shop.database, token, 9_000 * HOUR);
    }
    expect(await shop.runs.remove(1)).toBe(1);
    expect(await shop.runs.lookup('run-1')).toBeNull();
    expect(await shop.runs.lookup(`${id}.0`)).toMatchObject({ reply });
    await runSql(shop.ownerUrl, 'DELETE FROM execution_job');
    await age(shop.database, `${id}.0`, 9_000 * HOUR);
    expect(await shop.runs.remove(1)).toBe(1);
  });
});

describe('guarantees of the database', () => {
  test.each([
    ['an end is replaced', `UPDATE runner_run SET reply = '{}'`, 'its end stays', true],
    [
      'an ended run begins again',
      `UPDATE runner_run SET state = 'waiting', ended_at = NULL, start = '{}'`,
      'its end stays',
      true,
    ],
    [
      'a run that may have begun goes to another claim',
      `UPDATE runner_run SET lease = 'another-lease-0000'`,
      'may have begun',
      false,
    ],
    [
      'a run goes to another claim during a lease',
      `UPDATE runner_run SET lease = 'another-lease-0000', reply = NULL`,
      'may have begun',
      false,
    ],
    ['a run becomes another one', `UPDATE runner_run SET idempotent = true`, 'stays the run', false],
    [
      'an end without a reply',
      `UPDATE runner_run SET state = 'ended', leased_until = NULL, ended_at = now(), start = NULL, reply = NULL`,
      'end_is_whole',
      false,
    ],
    ['a claim without a lease', `UPDATE runner_run SET leased_until = NULL`, 'claim_is_whole', false],
  ] as const)('the database refuses a breach: %s', async (...[, statement, problem, isEnded]) => {
    await shop.runs.offer(runOf('run-1', { isIdempotent: false }));
    const { lease } = await shop.claimed();
    await shop.report('run-1', lease, isEnded ? DONE : RUNNING);
    await expect(runSql(shop.ownerUrl, statement)).rejects.toThrow(problem);
  });
});
