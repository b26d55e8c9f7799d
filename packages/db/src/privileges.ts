/**
 * Refuses a DATABASE_URL role with privileges that no app may have: running programs on the server, or disabling the
 * triggers that protect the ledger. An app with such a role does not start, because an attacker in the app would
 * control the database.
 */
import { ConfigError } from '@farebox/kernel';
import type { Database } from './database.ts';
import { Prisma } from './generated/client.ts';

interface Privileges {
  readonly superuser: boolean;
  readonly program: boolean;
  readonly owner: boolean;
}

/** A role that may switch to another role has its privileges. */
const PRIVILEGES = Prisma.sql`
  SELECT EXISTS (SELECT FROM pg_roles WHERE rolsuper AND pg_has_role(oid, 'MEMBER')) AS superuser,
         EXISTS (SELECT FROM pg_roles WHERE rolname IN ('pg_execute_server_program', 'pg_write_server_files')
                                        AND pg_has_role(oid, 'MEMBER')) AS program,
         EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('public') AND relkind IN ('r', 'p')
                                        AND pg_has_role(relowner, 'MEMBER')) AS owner`;

export class PrivilegedRoleError extends ConfigError {
  constructor(role: string) {
    super([
      `DATABASE_URL names ${role}: an attacker in this app would control the database, and its triggers would protect nothing. ` +
        'Create the roles with deploy/postgres/roles.sql, migrate as farebox_owner (FAREBOX_MIGRATION_DATABASE_URL), and connect as farebox_app.',
    ]);
  }
}

/** Rejects with PrivilegedRoleError; a retry does not help. */
export async function requireOrdinaryRole(database: Database): Promise<void> {
  const [found] = await database.rows<Privileges>(PRIVILEGES);
  const role = found && extraordinary(found);
  if (role) throw new PrivilegedRoleError(role);
}

function extraordinary({ superuser, program, owner }: Privileges): string | null {
  if (superuser) return 'a superuser';
  if (program) return 'a role that may run programs or write files on the server';
  return owner ? 'the owner of the tables' : null;
}
