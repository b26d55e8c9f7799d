/** A worker is killed during its work: the other worker finishes its execution, which is charged once. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { hashesInBucket, hashesInDatabase } from './checks/objects.ts';
import { query, checkMoney } from './checks/money.ts';
import { connect } from './client/connect.ts';
import { execute, quoted, readExecution, settled } from './client/executions.ts';
import { identitiesOf, runningSystem, withoutEngine } from './client/provided.ts';
import type { Usage } from './client/wire.ts';

/** Long enough that both executions are seen running at the same time. */
const WORK = { durationMs: 6000, artifactBytes: 100_000 };
const BOTH_RUNNING_MS = 15_000;

describe.skipIf(withoutEngine())('a worker that is killed mid-run', () => {
  test('loses nothing: the other worker finishes its execution, and each execution is charged once', async () => {
    const { key, key2 } = identitiesOf(import.meta.filename);
    const [a, b] = [connect(key, 'a'), connect(key2, 'b')];
    const request = await quoted(a, 'rehearsal', WORK);
    const accepted = await Promise.all([a, b].map((client) => execute(client, request, `e2e-${randomUUID()}`)));
    const ids = accepted.map(({ data }) => data.id);
    const running = async () => (await Promise.all(ids.map((id) => readExecution(a, id)))).map(({ status }) => status);
    // A worker runs one execution at a time here, so if both run, each worker has one.
    await vi.waitFor(async () => expect(await running()).toEqual(['running', 'running']), {
      timeout: BOTH_RUNNING_MS,
      interval: 250,
    });
    process.kill(runningSystem().imageWorkerPids[0] as number, 'SIGKILL');

    const ends = await Promise.all(ids.map((id) => settled(b, id)));
    expect(ends.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect(ends.map(({ output }) => output.artifacts.length)).toEqual([1, 1]);
    const claims = await query<{ attempts: number }>('SELECT attempts FROM execution WHERE id = ANY ($1)', [ids]);
    expect(Math.max(...claims.map(({ attempts }) => attempts))).toBeGreaterThan(1);
    const charged = ends.map(({ chargedMicros }) => chargedMicros as number);
    expect(charged).toEqual(ends.map(({ minimumChargeMicros }) => minimumChargeMicros));
    expect((await b.get<Usage>('/tools/usage')).data).toMatchObject({
      settledRequests: 2,
      chargedMicros: charged.reduce((sum, each) => sum + each, 0),
      heldMicros: 0,
    });
  });

  test('leaves money that adds up, and exactly the objects that the rows name', async () => {
    const money = await checkMoney();
    expect(money).toMatchObject({ brokenAccounts: [], brokenExecutions: [], orphanedTransfers: [] });
    expect(money.executions).toBeGreaterThanOrEqual(2);
    expect(await hashesInBucket()).toEqual(await hashesInDatabase());
  });
});
