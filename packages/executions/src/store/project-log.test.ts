/** The log of a project is in commit order, whatever transactions are open, and is read by its primary key. */
import { Prisma } from '@farebox/db';
import { expect, it } from 'vitest';
import { requestFor } from '../testing/fixture.ts';
import { openStores } from '../testing/stores.ts';
import { createProjectLogReader, type LogPosition } from './project-log.ts';

const { fixture, store } = await openStores();
const { database } = fixture;
const log = createProjectLogReader(database);

async function accepted(projectId: string): Promise<string> {
  const outcome = await store.accept(requestFor(projectId));
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
  return outcome.execution.id;
}

const cancel = (projectId: string, id: string) =>
  store.requestCancel({ projectId, id, keyLineage: 'key_one', role: 'MEMBER' });

async function namesAfter(position: LogPosition): Promise<string[] | undefined> {
  const found = (await log.after([position])).get(position);
  return found?.map(({ name }) => name);
}

it('while an uncommitted end has its transfer id, no later transfer of the project can commit', async () => {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const late = await accepted(projectId);
  const { position } = await log.begin(projectId, null);
  const next = await database.transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT execution_cancel(${projectId}, ${late}, 'key_one', false) AS outcome`;
    const begun = accepted(projectId);
    await expect
      .poll(
        () =>
          database.rows(Prisma.sql`
            SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`),
        { timeout: 30_000 },
      )
      .toHaveLength(1);
    expect(await namesAfter(position)).toEqual([]);
    return { begun };
  });
  const later = await next.begun;
  expect(await namesAfter(position)).toEqual([`${late}.settle`, `${later}.reserve`]);
});

it('only ledger functions that hold the account’s lock write transfers', async () => {
  const writers = await database.rows<{ name: string; locks: boolean }>(Prisma.sql`
    SELECT proname AS name, prosrc ~ 'PERFORM ledger_lock\\(.*INSERT INTO ledger_transfer' AS locks
    FROM pg_proc WHERE prosrc LIKE '%INSERT INTO ledger_transfer%' ORDER BY proname`);
  expect(writers).toEqual([
    { name: 'ledger_fund', locks: true },
    { name: 'ledger_release', locks: false }, // ledger_settle, its caller, holds the lock
    { name: 'ledger_reserve', locks: false }, // execution_is_held calls it for an accept, which holds the lock
    { name: 'ledger_settle', locks: true },
  ]);
});

it('a reader starts with the open executions, newest first, and the entries since a position of this project', async () => {
  const [projectId, other] = [
    await fixture.project({ balanceMicros: 1_000n }),
    await fixture.project({ balanceMicros: 1_000n }),
  ];
  expect(await log.begin(projectId, 'start')).toEqual({
    position: { projectId, transferId: '0', name: 'start' },
    open: [],
    since: [],
  });
  const ids = [await accepted(projectId), await accepted(projectId), await accepted(projectId)] as const;
  await cancel(projectId, ids[0]);
  const { position, open, since } = await log.begin(projectId, `${ids[1]}.reserve`);
  expect([position.name, open, since]).toEqual([`${ids[0]}.settle`, [ids[2], ids[1]], [ids[2], ids[0]]]);
  expect((await log.begin(projectId, 'start')).since).toEqual([...ids, ids[0]]);
  for (const name of [
    null,
    '',
    'nonsense',
    `${ids[1]}.settle`,
    `${ids[1]}.release`,
    `${await accepted(other)}.reserve`,
  ])
    expect((await log.begin(projectId, name)).since, String(name)).toBeNull();
});

it('a position that no longer exists has no entry in the result, not even an empty list', async () => {
  const projectId = await fixture.project({ balanceMicros: 1_000n });
  const id = await accepted(projectId);
  const { position } = await log.begin(projectId, null);
  expect(await namesAfter(position)).toEqual([]);
  expect(await namesAfter({ ...position, name: 'exe_other.reserve' })).toBeUndefined();
  expect(await namesAfter({ ...position, transferId: String(BigInt(position.transferId) + 100n) })).toBeUndefined();
  await cancel(projectId, id);
  expect(await namesAfter(position)).toEqual([`${id}.settle`]);
});

it('the log is read by the primary key, whatever the planner’s statistics', async () => {
  const projectId = await fixture.project({ balanceMicros: 100_000n });
  const positions = [(await log.begin(projectId, 'start')).position];
  await Promise.all(Array.from({ length: 300 }, () => accepted(projectId)));
  for (const analyzed of [false, true]) {
    if (analyzed) await database.prisma.$executeRawUnsafe('ANALYZE');
    const plans: string[] = [];
    const json = async <Value>(query: Prisma.Sql): Promise<Value | null> => {
      const lines = await database.rows<Record<'QUERY PLAN', string>>(Prisma.sql`EXPLAIN ${query}`);
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      return null;
    };
    const planned = createProjectLogReader({ ...database, json });
    await planned.after(positions);
    expect(plans.join('\n')).toMatch(/ on ledger_transfer_pkey| using ledger_transfer_pkey/);
    expect(plans.join('\n')).not.toMatch(/Seq Scan on ledger_transfer/);
  }
});
