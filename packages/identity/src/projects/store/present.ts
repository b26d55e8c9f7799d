/** Members as a session sees them: a session from before a removal finds nobody. */
import { Prisma } from '@farebox/db';
import type { Session } from '../../sessions/session.ts';

/** Rows `alias` of the person of the session, unless they were removed since it began. */
export const present = (alias: Prisma.Sql, { subject, issuedAt }: Session) =>
  Prisma.sql`${alias}.subject = ${subject} AND ${alias}.removed_at IS NULL
    AND (${alias}.sessions_after IS NULL OR ${alias}.sessions_after < ${issuedAt}::timestamptz)`;
