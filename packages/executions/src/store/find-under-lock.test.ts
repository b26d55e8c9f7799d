/** A gateway that may report that nothing was accepted must first wait for accepts in progress. */
import { Prisma } from '@farebox/db';
import { expect, test, vi } from 'vitest';
import { openFixture, requestFor } from '../testing/fixture.ts';
import { createExecutionStore } from './index.ts';

/** While this lock is held, every accept stops here with its row written and not committed. */
const GATE = Prisma.raw(`
  DO $do$ BEGIN
    CREATE FUNCTION gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(77); RETURN NULL; END $$;
    CREATE TRIGGER gate AFTER INSERT ON execution FOR EACH ROW EXECUTE FUNCTION gate();
  END $do$`);
const WAITING = Prisma.sql`
  SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

test('a lookup under the lock sees an accept in progress; a lookup without it does not', async () => {
  await using fixture = await openFixture();
  const { database } = fixture;
  const store = createExecutionStore(database);
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const request = requestFor(projectId);
  const { idempotencyKey } = request;
  const waiting = async (count: number) =>
    expect((await database.rows<{ count: number }>(WAITING))[0]?.count).toBeGreaterThanOrEqual(count);
  expect(await store.findUnderLock(projectId, idempotencyKey)).toBeNull();
  await database.prisma.$executeRaw(GATE);
  const [accepting, looking] = await database.prisma.$transaction(async (session) => {
    await session.$queryRaw`SELECT pg_advisory_xact_lock(77)::text`;
    const accepted = store.accept(request);
    await vi.waitFor(() => waiting(1), { timeout: 30_000 });
    const found = store.findUnderLock(projectId, idempotencyKey);
    await vi.waitFor(() => waiting(2), { timeout: 30_000 });
    expect(await store.findByIdempotencyKey(projectId, idempotencyKey)).toBeNull();
    return [accepted.then((outcome) => outcome.kind), found] as const;
  });
  expect(await accepting).toBe('accepted');
  expect(await looking).toMatchObject({ bodyHash: request.bodyHash, execution: { status: 'queued' } });
});
