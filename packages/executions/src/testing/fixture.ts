/** For tests: a project with a balance on a new database, and requests that would be accepted in it. */
import { randomUUID } from 'node:crypto';
import { type Database, Prisma } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { createOrganization, createProject } from '@farebox/identity';
import { openTestDatabase, testDatabase } from '@farebox/testing';
import type { AcceptRequest } from '../store/accept.ts';

export interface Fixture extends AsyncDisposable {
  readonly url: string;
  /** Connects with the role of the apps. */
  readonly appUrl: string;
  readonly database: Database;
  /** Creates a project with this balance; without a cap unless given. */
  readonly project: (options: { balanceMicros: bigint; capMicros?: bigint }) => Promise<string>;
  readonly balance: (projectId: string) => Promise<Balance>;
}

interface Balance {
  readonly available: bigint;
  readonly held: bigint;
  readonly spent: bigint;
}

export async function openFixture(): Promise<Fixture> {
  const test = await testDatabase();
  const database = openTestDatabase({ url: test.url, poolMax: 8, applicationName: 'test' });
  const organizationId = await createOrganization(database, 'Test');
  return {
    url: test.url,
    appUrl: test.appUrl,
    database,
    project: async ({ balanceMicros, capMicros }) => {
      const monthlyCapMicros = capMicros === undefined ? null : micros(capMicros);
      const projectId = await createProject(database, { organizationId, name: 'Test', monthlyCapMicros });
      await topUp(database, { projectId, amountMicros: micros(balanceMicros), reference: 'start' });
      return projectId;
    },
    balance: async (projectId) => {
      const [row] = await database.rows<Balance>(Prisma.sql`
        SELECT available_micros AS available, held_micros AS held, spent_micros AS spent FROM ledger_account WHERE project_id = ${projectId}`);
      return row as Balance;
    },
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await test.drop();
    },
  };
}

/** A request for one image step; `idempotencyKey` and body are new unless given. */
export function requestFor(projectId: string, changes: Partial<AcceptRequest> = {}): AcceptRequest {
  return {
    projectId,
    keyId: 'key_one',
    keyLineage: 'key_one',
    idempotencyKey: randomUUID(),
    bodyHash: 'ab'.repeat(32),
    tool: 'image-resize',
    model: null,
    priceVersion: '2026-11-21.00000000',
    minimumMicros: micros(10n),
    maximumMicros: micros(100n),
    plan: [
      {
        name: 'resize',
        engine: 'image',
        operation: 'resize',
        parameters: {},
        inputs: {},
        price: { description: 'Resize', unit: 'megapixel', unitPriceMicros: '50', unitsMax: 1_000 },
      },
    ],
    maxRuntimeSeconds: 60,
    ...changes,
  };
}
