/** The organizations to which a person belongs, for decisions that concern no single organization. */
import { Prisma, rowsOf, type Writer } from '@farebox/db';
import { present } from '../../projects/store/present.ts';
import type { Session } from '../../sessions/session.ts';

export interface Standing {
  readonly organizationId: string;
  /** An ADMIN of the organization or of one of its projects. */
  readonly isAdmin: boolean;
}

/** Newest organizations first, at most `limit`; empty for a person without any role. */
export async function standingsOf(
  reader: Writer,
  session: Session,
  { limit }: { readonly limit: number },
): Promise<readonly Standing[]> {
  return rowsOf<Standing>(
    reader,
    Prisma.sql`
    SELECT o.organization_id AS "organizationId",
           o.role = 'ADMIN' OR EXISTS (
             SELECT FROM project AS p JOIN member AS m ON m.project_id = p.id
              WHERE p.organization_id = o.organization_id AND m.role = 'ADMIN' AND ${present(Prisma.sql`m`, session)}) AS "isAdmin"
      FROM organization_member AS o WHERE ${present(Prisma.sql`o`, session)} ORDER BY o.organization_id DESC LIMIT ${limit}::integer`,
  );
}
