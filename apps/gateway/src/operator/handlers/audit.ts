/** The audit log: pages of it, and whether a chain is whole. */
import { type Entry, type EntryPage, PLATFORM, readChains, readEntries, verifyChain } from '@farebox/audit-log';
import { PAGE_DEFAULT } from '@farebox/contract';
import type { Database } from '@farebox/db';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Read } from '../endpoint.ts';
import { organizationOf } from '../path.ts';

export const listProjectAudit =
  ({ database }: OperatorDependencies): Read<'listProjectAudit'> =>
  (call) =>
    page(database, { chain: organizationOf(call), projectId: call.params.projectId, ...call.query });

export const listOrganizationAudit =
  ({ database }: OperatorDependencies): Read<'listOrganizationAudit'> =>
  ({ params, query }) =>
    page(database, { chain: params.organizationId, ...query });

export const listPlatformAudit =
  ({ database }: OperatorDependencies): Read<'listPlatformAudit'> =>
  ({ query }) =>
    page(database, { chain: PLATFORM, ...query });

export const verifyOrganizationAudit =
  ({ database }: OperatorDependencies): Read<'verifyOrganizationAudit'> =>
  ({ params }) =>
    verified(database, params.organizationId);

export const verifyPlatformAudit =
  ({ database }: OperatorDependencies): Read<'verifyPlatformAudit'> =>
  () =>
    verified(database, PLATFORM);

/** A page is answered within seconds: it takes no further chain once so many entries were read. */
const ENTRIES_OF_A_PAGE = 20_000;

export const verifyEveryAudit =
  ({ database }: OperatorDependencies): Read<'verifyEveryAudit'> =>
  async ({ query: { before, limit = PAGE_DEFAULT } }) => {
    const chains = await readChains(database, { before, limit: limit + 1 });
    const verifications: Awaited<ReturnType<typeof verified>>[] = [];
    let entries = 0;
    for (const chain of chains.slice(0, limit)) {
      if (entries > ENTRIES_OF_A_PAGE) break;
      const found = await verified(database, chain);
      verifications.push(found);
      entries += found.head.number;
    }
    const isLast = verifications.length === chains.length;
    return { verifications, nextBefore: isLast ? null : (verifications.at(-1)?.chain ?? null) };
  };

async function page(
  database: Database,
  { limit = PAGE_DEFAULT, ...asked }: Omit<EntryPage, 'limit'> & { limit?: number },
) {
  // One more than is shown tells whether there are older ones.
  const found = await readEntries(database, { ...asked, limit: limit + 1 });
  const entries = found.slice(0, limit).map(wireEntry);
  return { entries, nextBefore: found.length > limit ? (entries.at(-1)?.number ?? null) : null };
}

const wireEntry = ({ chain: _, at, ...entry }: Entry) => ({ ...entry, at: at.toISOString() });

async function verified(database: Database, chain: string) {
  const { head, ...found } = await verifyChain(database, chain);
  return { ...found, head: { number: head.number, hash: head.hash } };
}
