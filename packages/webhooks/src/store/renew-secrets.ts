/**
 * Encrypts webhook secrets again that are under an older URL secret, so that the older one can be removed. Reads every
 * endpoint, page by page. A secret that changed since it was read stays as it is.
 */
import { type Database, Prisma } from '@farebox/db';

interface Row {
  readonly projectId: string;
  readonly id: string;
  readonly secret: string;
  readonly previous: string | null;
}

const PAGE = 500;

/** Returns the number of endpoints that changed. @param renew null: the value needs no renewal, or no secret opens it. */
export async function renewSecrets(database: Database, renew: (sealed: string) => string | null): Promise<number> {
  let changed = 0;
  for (let last = { projectId: '', id: '' }; ;) {
    const rows = await database.rows<Row>(Prisma.sql`
      SELECT project_id AS "projectId", id, secret, previous_secret AS previous FROM webhook_endpoint
       WHERE (project_id, id) > (${last.projectId}, ${last.id}) ORDER BY project_id, id LIMIT ${PAGE}::integer`);
    for (const row of rows) changed += await renewed(database, row, renew);
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return changed;
    last = end;
  }
}

async function renewed(
  database: Database,
  { projectId, id, secret, previous }: Row,
  renew: (sealed: string) => string | null,
): Promise<number> {
  const now = renew(secret) ?? secret;
  const before = previous === null ? null : (renew(previous) ?? previous);
  if (now === secret && before === previous) return 0;
  return await database.prisma.$executeRaw`
    UPDATE webhook_endpoint SET secret = ${now}, previous_secret = ${before}
     WHERE project_id = ${projectId} AND id = ${id} AND secret = ${secret} AND previous_secret IS NOT DISTINCT FROM ${previous}`;
}
