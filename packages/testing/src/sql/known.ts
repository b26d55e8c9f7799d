/**
 * Statements and columns that the source cannot show, each with a reason. An entry that is no longer needed fails the
 * test.
 */

/** Statements whose text is not in the source: the beginning of an entry of `Found.unknown`, without its line. */
export const UNREADABLE: Readonly<Record<string, string>> = {
  'packages/db/src/functions/apply.ts': 'the files of prisma/functions, which every migrated database ran',
  'packages/db/src/migrate.ts': 'grants.sql, which every migrated database ran',
  'packages/db/src/migrations/apply.ts': 'the files of the migrations, which every migrated database ran',
  'packages/db/src/migrations/concurrent-index.ts': 'DROP INDEX with a name from a migration',
  'packages/db/src/migrations/connect.ts': 'CREATE DATABASE with a name from a URL',
  'packages/executions/src/store/end-review.ts':
    'forwards statements of claim.ts and finish.ts, where they are checked',
  'packages/queue/src/postgres-queue.ts': 'forwards the statements of BullMQ',
};

/** `file: column` that is nullable in its table and never null in this row. */
export const NEVER_NULL: Readonly<Record<string, string>> = {
  'packages/audit-log/src/store/append.ts: bodySha256': 'written together with the idempotency key, which is required',
  'packages/retention/src/store/delete-content.ts: at': 'execution_delete_content has just set it',
  'packages/retention/src/store/delete-content.ts: by': 'execution_delete_content has just set it',
  'packages/executions/src/store/reviews.ts: review': 'a check of the table: an execution under review has it',
  'packages/executions/src/store/reviews.ts: resolveBy': 'a check of the table: an execution under review has it',
  'packages/executions/src/store/reviews.ts: nextLookupAt': 'a check of the table: an execution under review has it',
};
