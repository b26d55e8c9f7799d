/** PostgreSQL: connection, retries and migrations. Only `store` folders may use Prisma's generated client. */
export { announceWork, type AtWork, readAtWork } from './store/at-work.ts';
export { readBackups } from './backups.ts';
export { type Database, inTransaction, openDatabase, rowsOf, type Transaction, type Writer } from './database.ts';
export { Prisma } from './generated/client.ts';
export { type InspectedDatabase, inspectDatabase } from './inspect.ts';
export { migrate } from './migrate.ts';
export { resolutionOf, resolveMigration } from './migrations/resolve.ts';
export { isStatementError, isUnavailable } from './failure.ts';
export { type Instant, timestamp } from './instant.ts';
export { PrivilegedRoleError, requireOrdinaryRole } from './privileges.ts';
export { ASYNCHRONOUS_ADVICE, readReplication, standbysAtRisk } from './replication.ts';
export { type NotServing, NotServingError, requireServing } from './serving.ts';
export { databaseFields } from './settings.ts';
