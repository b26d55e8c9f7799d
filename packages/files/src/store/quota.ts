/** Storage quotas: of a project, and of all projects of its organization together. */
import { AppError } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';

/** Maximum storage of a project and of its organization. Artifacts count, and are never refused. */
export interface StorageQuota {
  /** Each project has this one. */
  readonly bytesMax: number;
  /** All projects of an organization share this one. */
  readonly organizationBytesMax: number;
  /** A project without a balance has this one, and so has an organization none of whose projects has a balance. */
  readonly unfundedBytesMax: number;
}

/** Maximum bytes that may be stored in the end. */
export interface Room {
  readonly bytesMax: number;
  readonly organizationBytesMax: number;
}

/** Adds bytes that are counted already. */
export const withRoomFor = (sizeBytes: number, { bytesMax, organizationBytesMax }: Room): Room => ({
  bytesMax: bytesMax + sizeBytes,
  organizationBytesMax: organizationBytesMax + sizeBytes,
});

export const NO_QUOTA: StorageQuota = {
  bytesMax: Number.MAX_SAFE_INTEGER,
  organizationBytesMax: Number.MAX_SAFE_INTEGER,
  unfundedBytesMax: Number.MAX_SAFE_INTEGER,
};

/**
 * Room of the project by its quota. Checked before the bytes are stored; the database checks again afterwards, under
 * locks.
 */
export async function roomFor(
  database: Database,
  { projectId, sizeBytes }: { readonly projectId: string; readonly sizeBytes: number },
  quota: StorageQuota,
): Promise<Room> {
  const rows = await database.rows<{ stored: bigint; funded: boolean; own: boolean }>(Prisma.sql`
    SELECT coalesce(s.stored_bytes, 0) AS stored, a.available_micros + a.held_micros > 0 AS funded, p.id = own.id AS own
    FROM project AS own JOIN project AS p ON p.organization_id = own.organization_id
    JOIN ledger_account AS a ON a.project_id = p.id LEFT JOIN project_storage AS s ON s.project_id = p.id
    WHERE own.id = ${projectId}`);
  const maxOf = (bytesMax: number, of: typeof rows): number =>
    of.some(({ funded }) => funded) ? bytesMax : Math.min(bytesMax, quota.unfundedBytesMax);
  const leftOf = (max: number, of: typeof rows): number => of.reduce((left, { stored }) => left - Number(stored), max);
  const project = rows.filter(({ own }) => own);
  const room = {
    bytesMax: maxOf(quota.bytesMax, project),
    organizationBytesMax: maxOf(quota.organizationBytesMax, rows),
  };
  const left = Math.min(leftOf(room.bytesMax, project), leftOf(room.organizationBytesMax, rows));
  if (sizeBytes > left) throw quotaReached(left, sizeBytes);
  return room;
}

export const quotaReached = (availableBytes: number, requiredBytes: number): AppError =>
  new AppError('storage_quota_reached', {
    details: { availableBytes: Math.max(availableBytes, 0), requiredBytes },
  });
