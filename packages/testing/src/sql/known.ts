/** What the source of the product does not show, each with its reason. An entry that is no longer needed fails the test. */

/** Statements whose text is not in the source: the beginning of what `Found.unknown` says, without its line. */
export const UNREADABLE: Readonly<Record<string, string>> = {
  'packages/db/src/functions/apply.ts': 'the files of prisma/functions, which every migrated database ran',
  'packages/db/src/migrate.ts': 'grants.sql, which every migrated database ran',
  'packages/db/src/migrations/apply.ts': 'the files of the migrations, which every migrated database ran',
  'packages/db/src/migrations/concurrent-index.ts': 'DROP INDEX of a name that a migration has',
  'packages/db/src/migrations/connect.ts': 'CREATE DATABASE of the name in a URL',
  'packages/executions/src/store/end-review.ts': 'hands on what claim.ts and finish.ts say, where it is checked',
  'packages/queue/src/postgres-queue.ts': 'hands on the statements of BullMQ',
};

/** `file: column` that may be null in its table and is never null in this row. */
export const NEVER_NULL: Readonly<Record<string, string>> = {
  'packages/audit-log/src/store/append.ts: bodySha256':
    'it is written whenever the idempotency key is, which is asked for',
  'packages/executions/src/store/delete-content.ts: at': 'execution_delete_content has just set it',
  'packages/executions/src/store/delete-content.ts: by': 'execution_delete_content has just set it',
  'packages/executions/src/store/reviews.ts: review': 'a check of the table: an execution under review has it',
  'packages/executions/src/store/reviews.ts: resolveBy': 'a check of the table: an execution under review has it',
  'packages/executions/src/store/reviews.ts: nextLookupAt': 'a check of the table: an execution under review has it',
};
