/** The customers of a run: projects with balances and caps, some of them tight, each with two keys and an ADMIN's key. */
import { randomUUID } from 'node:crypto';
import { SCOPES, type Role } from '@farebox/contract';
import type { Database } from '@farebox/db';
import { micros } from '@farebox/kernel';
import { issueKey, addMember, createOrganization, createProject } from '@farebox/identity';
import { TEMPLATE_VERSIONS } from './kinds.ts';
import { capOrganization, topUp } from '@farebox/ledger';
import { openTestDatabase } from '@farebox/testing';
import type { System } from '../system/system.ts';

export interface Customer {
  readonly projectId: string;
  readonly organizationId: string;
  /** Lineages of its keys, in their order. */
  readonly lineages: readonly string[];
  readonly fundedMicros: string;
  readonly capMicros: string | null;
  /** Cap of the first key lineage. */
  readonly keyCapMicros: string | null;
  /** Cap of its organization, all of whose projects are customers of the run. */
  readonly organizationCapMicros: string | null;
  /** Keys of two members and an ADMIN: three lineages. */
  readonly tokens: readonly string[];
  /** Relative share of the requests. */
  readonly weight: number;
}

interface Wealth {
  readonly fundedMicros: bigint;
  readonly capMicros: bigint | null;
  readonly keyCapMicros?: bigint;
  /** The project is one of those that share the cap of their organization. */
  readonly isShared?: true;
  readonly weight: number;
}

const USD = 1_000_000n;
const RICH = { fundedMicros: 5000n * USD, capMicros: null };

export const RICH_ONES: readonly Wealth[] = [
  { ...RICH, weight: 3 },
  { ...RICH, weight: 1 },
];

const SHARED_CAP = USD / 40n;

/** One project has most of the load; some reach their balance or a cap (their own, a key's, the organization's) during the run. */
const USUAL: readonly Wealth[] = [
  { ...RICH, weight: 10 },
  { ...RICH, weight: 4 },
  { ...RICH, weight: 4 },
  { fundedMicros: USD / 50n, capMicros: null, weight: 1 },
  { fundedMicros: 100n * USD, capMicros: USD / 50n, isShared: true, weight: 1 },
  { fundedMicros: 100n * USD, capMicros: null, keyCapMicros: USD / 100n, isShared: true, weight: 1 },
];

export async function makeCustomers(system: System, wealth: readonly Wealth[] = USUAL): Promise<Customer[]> {
  const database = openTestDatabase({ url: system.databaseUrl, poolMax: 2, applicationName: 'chaos-customers' });
  try {
    const organizationId = await createOrganization(database, 'Chaos');
    const capped = await createOrganization(database, 'Chaos, capped');
    const cap = { organizationId: capped, capMicros: SHARED_CAP };
    await database.transaction((transaction) => capOrganization(transaction, cap));
    const customers: Customer[] = [];
    for (const each of wealth)
      customers.push(
        await makeCustomer(database, { ...each, organizationId: each.isShared ? capped : organizationId, system }),
      );
    return customers;
  } finally {
    await database.close();
  }
}

interface Making extends Wealth {
  readonly organizationId: string;
  readonly system: System;
}

async function makeCustomer(database: Database, making: Making): Promise<Customer> {
  const { fundedMicros, capMicros, weight, organizationId } = making;
  const monthlyCapMicros = capMicros === null ? null : micros(capMicros);
  const projectId = await createProject(database, {
    organizationId,
    name: 'Chaos',
    environment: 'live',
    monthlyCapMicros,
  });
  await topUp(database, { projectId, amountMicros: micros(fundedMicros), reference: `chaos-${randomUUID()}` });
  const keys = await issueKeys(database, projectId, making);
  await saveVersions(database, projectId, keys[0]?.key.id ?? '');
  return {
    projectId,
    organizationId,
    lineages: keys.map(({ key }) => key.id), // a key that was not rotated begins its lineage
    fundedMicros: String(fundedMicros),
    capMicros: textOf(capMicros),
    keyCapMicros: textOf(making.keyCapMicros),
    organizationCapMicros: making.isShared ? String(SHARED_CAP) : null,
    tokens: keys.map(({ token }) => token),
    weight,
  };
}

const textOf = (cap: bigint | null = null): string | null => (cap === null ? null : String(cap));

const ROLES: readonly Role[] = ['MEMBER', 'MEMBER', 'ADMIN'];

async function issueKeys(
  database: Database,
  projectId: string,
  { system, keyCapMicros }: Making,
): Promise<IssuedKey[]> {
  const keys: IssuedKey[] = [];
  for (const [index, role] of ROLES.entries()) {
    const memberId = await addMember(database, { projectId, subject: `chaos|${randomUUID()}`, name: 'Chaos', role });
    const authority = { database, pepper: system.secrets.pepper };
    const monthlyCapMicros = index > 0 || keyCapMicros === undefined ? null : micros(keyCapMicros);
    const key = await issueKey(authority, { projectId, memberId, name: 'chaos', scopes: SCOPES, monthlyCapMicros });
    if (key !== null) keys.push(key);
  }
  return keys;
}

type IssuedKey = NonNullable<Awaited<ReturnType<typeof issueKey>>>;

/** Saves the versions as the gateway would. */
async function saveVersions(database: Database, projectId: string, keyId: string): Promise<void> {
  for (const [index, version] of TEMPLATE_VERSIONS.entries()) {
    const content = JSON.stringify(version);
    await database.prisma.$executeRaw`
      SELECT template_save(${projectId}, 'chaos', ${content}::json, sha256(convert_to(${content}, 'UTF8')), ${keyId}, ${index === 0})`;
  }
}
