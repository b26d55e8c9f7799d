/** For tests of exports: requests one, writes it as keepers do, and reads the result. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { chainOf } from '@farebox/audit-log';
import { createWorkerStore } from '@farebox/executions';
import { expect } from 'vitest';
import { type Produced, produceExports } from '../produce.ts';
import { requestExport } from '../store/change.ts';
import { findExport } from '../store/read.ts';
import type { ProjectFixture } from '@farebox/executions/testing';

/** Audit chain of the project's organization. */
export async function chainIn(fixture: ProjectFixture): Promise<string> {
  const [row] = await fixture.sql<{ id: string }>('SELECT organization_id AS id FROM project');
  return chainOf(row!.id);
}

/** Bytes per part: a few rows, so that an export has many parts. */
const SMALL = 300;
export const turn = (fixture: ProjectFixture, changes: Partial<Produced> = {}) =>
  produceExports({
    database: fixture.database,
    artifacts: fixture.artifacts,
    signal: new AbortController().signal,
    partBytes: SMALL,
    ...changes,
  });

export async function asked(fixture: ProjectFixture): Promise<string> {
  const chain = await chainIn(fixture);
  const made = await fixture.database.transaction((transaction) =>
    requestExport(transaction, { projectId: fixture.projectId, chain, requestedBy: 'olga' }),
  );
  if (typeof made === 'string') throw new Error(`the export is ${made}`);
  return made.id;
}
export const stateOf = async (fixture: ProjectFixture, exportId: string) =>
  (await findExport(fixture.database, { projectId: fixture.projectId, exportId }))!;

/** Runs turns until the export has succeeded; after each turn it ends the leases of killed keepers. */
export async function wholly(fixture: ProjectFixture, exportId: string): Promise<void> {
  for (let turns = 0; turns < 500; turns++) {
    await turn(fixture);
    if ((await stateOf(fixture, exportId)).status === 'succeeded') return;
    await leasesEnd(fixture);
  }
  throw new Error('the export does not end');
}
export const leasesEnd = (fixture: ProjectFixture) =>
  fixture.sql(
    `UPDATE project_export SET leased_until = now() - interval '1 second' WHERE leased_until IS NOT NULL RETURNING id`,
  );

export interface Part {
  readonly number: number;
  readonly section: string;
  readonly object_key: string;
  readonly sha256: Uint8Array;
  readonly rows: bigint;
}
export const partsOf = (fixture: ProjectFixture, exportId: string) =>
  fixture.sql<Part>(`SELECT * FROM project_export_part WHERE export_id = '${exportId}' ORDER BY number`);
const bytesOf = async (fixture: ProjectFixture, part: Part) =>
  await buffer(await fixture.artifacts.read(part.object_key));

type Line = Readonly<Record<string, unknown>>;
/** Returns section → lines, after comparing every part with its row. */
export async function contentOf(
  fixture: ProjectFixture,
  exportId: string,
): Promise<Readonly<Record<string, readonly Line[]>>> {
  const content: Record<string, Line[]> = {};
  for (const part of await partsOf(fixture, exportId)) {
    const bytes = await bytesOf(fixture, part);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(Buffer.from(part.sha256).toString('hex'));
    const lines = gunzipSync(bytes).toString().trimEnd().split('\n');
    expect(lines).toHaveLength(Number(part.rows));
    (content[part.section] ??= []).push(...lines.map((line) => JSON.parse(line) as Line));
  }
  return content;
}

export async function finished(fixture: ProjectFixture): Promise<string> {
  const store = createWorkerStore(fixture.database, { engine: 'image', leaseSeconds: 30 });
  const id = await fixture.accept();
  const claimed = (await store.claim({ projectId: fixture.projectId, id }))!;
  const times = { startedAt: new Date(), finishedAt: new Date(), artifacts: [] };
  const step = {
    index: 0,
    status: 'succeeded',
    attempt: 1,
    units: 3n,
    result: { note: 'a result' },
    costMicros: null,
    ...times,
  } as const;
  const line = { step: 0, description: 'Work', unit: 'unit', quantity: 3n, amountMicros: 21n as never };
  const charge = { chargedMicros: 21n as never, billing: [line] };
  const ending = {
    status: 'succeeded',
    statusReason: null,
    error: null,
    charge,
    steps: [step],
    result: { note: 'all of it' },
  } as const;
  expect(await store.finish({ ...claimed, ...ending })).toBe(true);
  return id;
}
