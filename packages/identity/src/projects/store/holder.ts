/**
 * Finds the project of a thing by the id of the thing alone. Reads only projects that the session may see: an operator
 * sees all, anybody else those in which they are a member.
 */
import { Prisma, rowsOf, type Writer } from '@farebox/db';
import type { Session } from '../../sessions/session.ts';
import { present } from './present.ts';

export interface Held {
  readonly kind: 'execution' | 'file' | 'checkout' | 'key';
  /** For a key also its public id. */
  readonly id: string;
}

const IS_KEY_ID = /^key_/;

/** Null: no project that the session may see has it. */
export async function projectHolding(reader: Writer, session: Session, held: Held): Promise<string | null> {
  const isPublicId = held.kind === 'key' && !IS_KEY_ID.test(held.id);
  const [found] = await rowsOf<{ id: string }>(reader, isPublicId ? byPublicId(session, held.id) : byId(session, held));
  return found?.id ?? null;
}

/** One look-up by the primary key for each project: no index begins with the id of the thing. A scalar query is never hashed. */
const byId = (session: Session, { kind, id }: Held) => Prisma.sql`
  SELECT p.id FROM project AS p
   WHERE ${seenBy(session)} AND CASE ${kind}::text
     WHEN 'execution' THEN (SELECT true FROM execution AS t WHERE t.project_id = p.id AND t.id = ${id})
     WHEN 'file' THEN (SELECT true FROM file AS t WHERE t.project_id = p.id AND t.id = ${id})
     WHEN 'checkout' THEN (SELECT true FROM checkout AS t WHERE t.project_id = p.id AND t.id = ${id})
     WHEN 'key' THEN (SELECT true FROM api_key AS t WHERE t.project_id = p.id AND t.id = ${id})
   END LIMIT 1`;

const byPublicId = (session: Session, publicId: string) => Prisma.sql`
  SELECT p.id FROM api_key AS k JOIN project AS p ON p.id = k.project_id
   WHERE k.public_id = ${publicId} AND ${seenBy(session)}`;

const seenBy = (session: Session) => Prisma.sql`(${session.isOperator} OR EXISTS (
  SELECT FROM member AS m WHERE m.project_id = p.id AND ${present(Prisma.sql`m`, session)}))`;
