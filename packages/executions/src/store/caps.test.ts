/** Caps of organizations and keys: held and settled amounts together never exceed them, under any concurrency. */
import { setImmediate } from 'node:timers/promises';
import { createOrganization, createProject } from '@farebox/identity';
import { type Micros, micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { Prisma } from '@farebox/db';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { type Fixture, openFixture, requestFor } from '../testing/fixture.ts';
import type { AcceptOutcome } from './accept.ts';
import { type ExecutionStore, createExecutionStore } from './index.ts';

let fixture: Fixture;
/** Three gateways: each groups its own queries, and they meet in the database. */
let gateways: readonly ExecutionStore[];

beforeAll(async () => {
  fixture = await openFixture();
  gateways = Array.from({ length: 3 }, () => createExecutionStore(fixture.database));
});
afterAll(async () => await fixture[Symbol.asyncDispose]());

const sql = <Row = unknown>(text: string): Promise<Row[]> => fixture.database.rows<Row>(Prisma.raw(text));

interface ProjectOptions {
  readonly organizationId: string;
  readonly environment?: 'live' | 'test';
  readonly monthlyCapMicros?: Micros | null;
}

async function newProject({ organizationId, monthlyCapMicros = null, environment = 'live' }: ProjectOptions) {
  const name = 'Capped';
  const projectId = await createProject(fixture.database, { organizationId, name, environment, monthlyCapMicros });
  await topUp(fixture.database, { projectId, amountMicros: micros(100_000n), reference: 'start' });
  return projectId;
}

async function newOrganization(capMicros: number): Promise<string> {
  const id = await createOrganization(fixture.database, 'Capped');
  await capOrganization(id, capMicros);
  return id;
}

const capOrganization = (id: string, micros: number | null) =>
  sql(`UPDATE organization SET monthly_cap_micros = ${micros} WHERE id = '${id}'`);
const capKey = (projectId: string, capMicros: number | null, lineage = 'key_one') =>
  sql(`SELECT ledger_cap_key('${projectId}', '${lineage}', ${capMicros})::text`);

type Request = ReturnType<typeof requestFor>;
/** Sends the requests at once, distributed over the gateways. */
const accept = (requests: readonly Request[]): Promise<AcceptOutcome[]> =>
  Promise.all(requests.map((request, n) => (gateways[n % gateways.length] as ExecutionStore).accept(request)));
const times = (count: number, projectId: string, keyLineage = 'key_one'): Request[] =>
  Array.from({ length: count }, () => requestFor(projectId, { keyLineage }));
const accepted = (outcomes: readonly AcceptOutcome[]): string[] =>
  outcomes.flatMap((outcome) => (outcome.kind === 'accepted' ? [outcome.execution.id] : []));
/** The distinct remaining amounts that the refusals state. */
const left = (outcomes: readonly AcceptOutcome[]): bigint[] => [
  ...new Set(
    outcomes.flatMap((outcome) => (outcome.kind === 'monthly_cap_reached' ? [BigInt(outcome.availableMicros)] : [])),
  ),
];

/** Ends executions like a worker whose execution failed at a cost. */
const end = (ids: readonly string[], charge: number) =>
  sql(`UPDATE execution SET status = 'running' WHERE id IN (${quoted(ids)})`).then(() =>
    sql(`UPDATE execution SET status = 'failed', charged_micros = ${charge}, finished_at = instant(), billing = '[]', run_at = NULL
         WHERE id IN (${quoted(ids)})`),
  );
const quoted = (ids: readonly string[]): string => ids.map((id) => `'${id}'`).join();

/** Accepts like a gateway, but leaves the transaction open. */
const ACCEPT = `SELECT execution_accept_quoted(jsonb_build_array(jsonb_build_object(
  'id', $1::text, 'project_id', $2::text, 'key_id', 'key_one', 'key_lineage', 'key_one', 'idempotency_key', $1::text, 'body_sha256', repeat('ab', 32),
  'tool', 'image-resize', 'price_version', '2026-11-21.00000000', 'minimum_micros', 10, 'maximum_micros', 100, 'engine', 'image',
  'max_runtime_seconds', 60, 'plan', '[{"name": "resize", "engine": "image"}]'::jsonb)))`;

const isWaiting = async (): Promise<boolean> => {
  const [row] = await sql<{ waits: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock') AS waits`,
  );
  return row?.waits ?? false;
};

const counters = async (projectId: string) => {
  const [row] = await sql<{ held: bigint; charged: bigint | null }>(`
    SELECT k.held_micros AS held, u.charged_micros AS charged FROM ledger_key_cap AS k
    LEFT JOIN ledger_key_usage AS u USING (project_id, lineage_id) WHERE k.project_id = '${projectId}'`);
  return row;
};

describe('the cap of an organization', () => {
  test('limits its projects together: of 90 requests of three projects on three gateways 7 are accepted', async () => {
    const organizationId = await newOrganization(750);
    const projects = await Promise.all([0, 1, 2].map(() => newProject({ organizationId })));
    const outcomes = await accept(Array.from({ length: 90 }, (_, n) => requestFor(projects[n % 3] as string)));
    expect(accepted(outcomes)).toHaveLength(7);
    expect(left(outcomes)).toContain(50n);
    const [used] = await sql(
      `SELECT sum(held_micros)::int AS held FROM ledger_account WHERE project_id IN (${quoted(projects)})`,
    );
    expect(used).toEqual({ held: 700 });
  });

  test('serializes two projects: the second waits for the first and counts its hold', async () => {
    const organizationId = await newOrganization(150);
    const [one, other] = [await newProject({ organizationId }), await newProject({ organizationId })];
    const first = new pg.Client({ connectionString: fixture.url });
    await first.connect();
    try {
      await first.query('BEGIN');
      await first.query(ACCEPT, ['exe_first', one]);
      const state = { isOver: false };
      const second = accept(times(1, other)).finally(() => (state.isOver = true));
      while (!state.isOver && !(await isWaiting())) await setImmediate();
      await first.query('COMMIT');
      expect(left(await second)).toEqual([50n]);
    } finally {
      await first.end();
    }
  });

  test('counts the settled amounts of this month, and stops counting released ones', async () => {
    const organizationId = await newOrganization(300);
    const [one, other] = [await newProject({ organizationId }), await newProject({ organizationId })];
    const ids = accepted(await accept(times(3, one)));
    expect(ids).toHaveLength(3);
    expect(left(await accept(times(1, other)))).toEqual([0n]);
    await end(ids, 40);
    const outcomes = await accept([...times(2, one), ...times(2, other)]);
    expect(accepted(outcomes)).toHaveLength(1);
    expect(left(outcomes)).toEqual([80n]);
  });

  test('neither counts nor limits a test project', async () => {
    const organizationId = await newOrganization(100);
    const play = await newProject({ organizationId, environment: 'test' });
    const live = await newProject({ organizationId });
    expect(accepted(await accept(times(5, play)))).toHaveLength(5);
    expect(accepted(await accept(times(3, live)))).toHaveLength(1);
    expect(accepted(await accept(times(5, play)))).toHaveLength(5);
  });

  test('limits as soon as it is set, and no longer once it is removed', async () => {
    const organizationId = await newOrganization(100);
    const project = await newProject({ organizationId });
    expect(accepted(await accept(times(3, project)))).toHaveLength(1);
    await capOrganization(organizationId, null);
    expect(accepted(await accept(times(3, project)))).toHaveLength(3);
    await capOrganization(organizationId, 100);
    expect(left(await accept(times(1, project)))).toEqual([0n]);
  });
});

describe('the cap of a key', () => {
  test('limits its lineage on every gateway, and no other key of the project', async () => {
    const project = await newProject({ organizationId: await createOrganization(fixture.database, 'Keys') });
    await capKey(project, 450);
    const outcomes = await accept(times(60, project));
    expect(accepted(outcomes)).toHaveLength(4);
    expect(left(outcomes)).toContain(50n);
    expect(await counters(project)).toEqual({ held: 400n, charged: null });
    expect(accepted(await accept(times(6, project, 'key_two')))).toHaveLength(6);
    const rotated = requestFor(project, { keyId: 'key_rotated' });
    expect(left(await accept([rotated]))).toEqual([50n]);
  });

  test('counts held and settled amounts from before and after it was set', async () => {
    const project = await newProject({ organizationId: await createOrganization(fixture.database, 'Keys') });
    await end(accepted(await accept(times(2, project))), 30);
    await end(accepted(await accept(times(1, project, 'key_two'))), 90);
    await accept(times(1, project));
    await capKey(project, 290);
    expect(await counters(project)).toEqual({ held: 100n, charged: 60n });
    const ids = accepted(await accept(times(3, project)));
    expect(ids).toHaveLength(1);
    await end(ids, 70);
    expect(await counters(project)).toEqual({ held: 100n, charged: 130n });
    expect(left(await accept(times(1, project)))).toEqual([60n]);
    await capKey(project, null);
    expect(accepted(await accept(times(1, project)))).toHaveLength(1);
    await capKey(project, 400);
    expect(await counters(project)).toEqual({ held: 200n, charged: 130n });
    expect(left(await accept(times(1, project)))).toEqual([70n]);
  });

  test('that is set at the end of a month counts each charge in its month', async () => {
    const project = await newProject({ organizationId: await createOrganization(fixture.database, 'Keys') });
    const ids = accepted(await accept(times(2, project)));
    await end(ids, 30);
    await runSql(
      fixture.url,
      'ALTER TABLE ledger_transfer DISABLE TRIGGER USER',
      `UPDATE ledger_transfer SET created_at = created_at + interval '1 month' WHERE execution_id = '${ids[0]}'`,
      'ALTER TABLE ledger_transfer ENABLE TRIGGER USER',
    );
    await capKey(project, 500);
    const months = await sql<{ charged_micros: bigint }>(
      `SELECT charged_micros FROM ledger_key_usage WHERE project_id = '${project}' ORDER BY month`,
    );
    expect(months).toEqual([{ charged_micros: 30n }, { charged_micros: 30n }]);
  });

  test('starts at zero in a new month', async () => {
    const project = await newProject({ organizationId: await createOrganization(fixture.database, 'Keys') });
    await capKey(project, 100);
    await sql(
      `INSERT INTO ledger_key_usage (project_id, lineage_id, month, charged_micros) VALUES ('${project}', 'key_one', '2001-02-01', 100)`,
    );
    expect(accepted(await accept(times(2, project)))).toHaveLength(1);
  });

  test('can be set concurrently with requests of the key', async () => {
    for (let round = 0; round < 8; round++) {
      const project = await newProject({ organizationId: await createOrganization(fixture.database, 'Keys') });
      const [outcomes] = await Promise.all([accept(times(9, project)), capKey(project, 500)]);
      const ids = accepted(outcomes);
      expect(await counters(project)).toEqual({ held: BigInt(ids.length * 100), charged: null });
      expect(accepted(await accept(times(9, project)))).toHaveLength(Math.max(0, 5 - ids.length));
    }
  });
});

test('the narrowest of several caps decides, and the refusal states its remaining amount', async () => {
  const organizationId = await newOrganization(330);
  const project = await newProject({ organizationId, monthlyCapMicros: micros(220n) });
  await capKey(project, 110);
  expect(left(await accept(times(9, project)))).toContain(10n);
  expect(left(await accept(times(9, project, 'key_two')))).toContain(20n);
  const other = await newProject({ organizationId });
  const outcomes = await accept(times(9, other));
  expect([accepted(outcomes).length, ...left(outcomes)]).toEqual([1, 30n]);
});

test('a refusal by the cap of one key does not affect the same request with another key', async () => {
  const project = await newProject({ organizationId: await createOrganization(fixture.database, 'Keys') });
  await capKey(project, 0);
  const request = requestFor(project, { idempotencyKey: 'shared' });
  const [store] = gateways as readonly [ExecutionStore];
  const [capped, free] = await Promise.all([
    store.accept(request),
    store.accept({ ...request, keyLineage: 'key_two' }),
  ]);
  expect([capped.kind, free.kind]).toEqual(['monthly_cap_reached', 'accepted']);
});
