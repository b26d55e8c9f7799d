/** The audit log: its pages, and the verification of its chains. */
import { type Entry, type EntryPage, PLATFORM } from '@farebox/audit-log';
import { PAGE_DEFAULT } from '@farebox/contract';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Read } from '../endpoint.ts';
import { organizationOf } from '../path.ts';

type AuditLog = OperatorDependencies['auditLog'];

export const listProjectAudit =
  ({ auditLog }: Pick<OperatorDependencies, 'auditLog'>): Read<'listProjectAudit'> =>
  (call) =>
    page(auditLog, { chain: organizationOf(call), projectId: call.params.projectId, ...call.query });

export const listOrganizationAudit =
  ({ auditLog }: Pick<OperatorDependencies, 'auditLog'>): Read<'listOrganizationAudit'> =>
  ({ params, query }) =>
    page(auditLog, { chain: params.organizationId, ...query });

export const listPlatformAudit =
  ({ auditLog }: Pick<OperatorDependencies, 'auditLog'>): Read<'listPlatformAudit'> =>
  ({ query }) =>
    page(auditLog, { chain: PLATFORM, ...query });

export const verifyOrganizationAudit =
  ({ auditLog }: Pick<OperatorDependencies, 'auditLog'>): Read<'verifyOrganizationAudit'> =>
  ({ params }) =>
    verified(auditLog, params.organizationId);

export const verifyPlatformAudit =
  ({ auditLog }: Pick<OperatorDependencies, 'auditLog'>): Read<'verifyPlatformAudit'> =>
  () =>
    verified(auditLog, PLATFORM);

/** Starts no further chain after this number of entries, so that a page takes seconds at most. */
const ENTRIES_OF_A_PAGE = 20_000;

export const verifyEveryAudit =
  ({ auditLog }: Pick<OperatorDependencies, 'auditLog'>): Read<'verifyEveryAudit'> =>
  async ({ query: { before, limit = PAGE_DEFAULT } }) => {
    const chains = await auditLog.readChains({ before, limit: limit + 1 });
    const verifications: Awaited<ReturnType<typeof verified>>[] = [];
    let entries = 0;
    for (const chain of chains.slice(0, limit)) {
      if (entries > ENTRIES_OF_A_PAGE) break;
      const found = await verified(auditLog, chain);
      verifications.push(found);
      entries += found.head.number;
    }
    const isLast = verifications.length === chains.length;
    return { verifications, nextBefore: isLast ? null : (verifications.at(-1)?.chain ?? null) };
  };

async function page(
  auditLog: AuditLog,
  { limit = PAGE_DEFAULT, ...asked }: Omit<EntryPage, 'limit'> & { limit?: number },
) {
  // One more row than the page shows if there are older ones.
  const found = await auditLog.readEntries({ ...asked, limit: limit + 1 });
  const entries = found.slice(0, limit).map(wireEntry);
  return { entries, nextBefore: found.length > limit ? (entries.at(-1)?.number ?? null) : null };
}

const wireEntry = ({ chain: _, at, ...entry }: Entry) => ({ ...entry, at: at.toISOString() });

async function verified(auditLog: AuditLog, chain: string) {
  const { head, ...found } = await auditLog.verifyChain(chain);
  return { ...found, head: { number: head.number, hash: head.hash } };
}
