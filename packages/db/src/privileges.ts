/**
 * Whether the role of DATABASE_URL could do what no app may: run programs on the server, or switch off the triggers that keep the books.
 * Says so and nothing more; never refuses, because a start that fails after an upgrade stops a service that is whole.
 */
import type { Database } from './database.ts';
import { Prisma } from './generated/client.ts';

interface Privileges {
  readonly superuser: boolean;
  readonly owner: boolean;
}

/** A role that may become the owner is as good as it. */
const PRIVILEGES = Prisma.sql`
  SELECT rolsuper AS superuser,
         EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('ledger_transfer') AND pg_has_role(relowner, 'MEMBER')) AS owner
    FROM pg_roles WHERE rolname = current_user`;

export interface PrivilegeLog {
  warn(fields: object, message: string): void;
}

export async function warnOfPrivileges(database: Database, logger: PrivilegeLog): Promise<void> {
  const [found] = await database.rows<Privileges>(PRIVILEGES);
  if (found === undefined || (!found.superuser && !found.owner)) return;
  const { superuser, owner } = found;
  logger.warn(
    { superuser, owner },
    `DATABASE_URL names ${superuser ? 'a superuser' : 'the owner of the tables'}: whoever takes over this app has the database, and its ` +
      'triggers protect nothing. Make the roles with deploy/postgres/roles.sql and connect as tollgate_app.',
  );
}
