/** Settings of every worker app. An app adds its own fields and reads all of them once, in its config.ts. */
import { availableParallelism } from 'node:os';
import { databaseFields } from '@farebox/db';
import { type Config, type Field, failpointFields, integer, text } from '@farebox/kernel';
import { queueFields } from '@farebox/queue';
import { storeFields } from '@farebox/storage';
import { telemetryFields } from '@farebox/telemetry';

const REVIEW_SECONDS_MAX = 30 * 24 * 3600;

/** Built for an environment, because the artifact store decides which fields are required. */
export const workerFields = (env: Readonly<Record<string, string | undefined>>) => ({
  ...databaseFields,
  ...queueFields,
  ...storeFields(env),
  ...telemetryFields,
  ...failpointFields,
  concurrency: cores(
    integer('FAREBOX_WORKER_CONCURRENCY', {
      description: 'Executions that a worker runs at once; 0: one for each core.',
      default: '0',
      min: 0,
      max: 1024,
    }),
  ),
  freeCpuSeconds: integer('FAREBOX_FREE_CPU_SECONDS', {
    description:
      'Free processor time of an organization for failed or cancelled, uncharged work, in seconds per hour. Beyond that, it runs one execution at a time. 0: no limit.',
    default: '600',
    min: 0,
    max: 1_000_000,
  }),
  leaseSeconds: integer('FAREBOX_LEASE_SECONDS', {
    description: 'Lease time in seconds: the executions of a silent worker are released after it.',
    default: '30',
    min: 2,
    max: 3600,
  }),
  spoolDirectory: text('FAREBOX_SPOOL_DIR', {
    description:
      'Folder on this machine where a paid result waits while the artifact store is unavailable; keep it across restarts. Empty: below FAREBOX_DATA_DIR, else the system’s temporary folder.',
    default: '',
  }),
  reviewBackoffSeconds: integer('FAREBOX_REVIEW_BACKOFF_SECONDS', {
    description:
      'Seconds until the first lookup of an execution under review. The pause doubles up to 360 times this value, at most one hour.',
    default: '10',
    min: 1,
    max: 3600,
  }),
  reviewResolveSeconds: integer('FAREBOX_REVIEW_RESOLVE_SECONDS', {
    description: 'Seconds after which a review without evidence ends in the customer’s favour; 72 hours by default.',
    default: String(72 * 3600),
    min: 1,
    max: REVIEW_SECONDS_MAX,
  }),
  simulatedReviewSeconds: integer('FAREBOX_SIMULATED_REVIEW_RESOLVE_SECONDS', {
    description:
      'As FAREBOX_REVIEW_RESOLVE_SECONDS, for calls of test projects; the shorter time counts. npm start sets 300.',
    default: String(72 * 3600),
    min: 1,
    max: REVIEW_SECONDS_MAX,
  }),
});

const cores = (field: Field<number>): Field<number> => ({
  ...field,
  parse: (value) => field.parse(value) || availableParallelism(),
});

export type WorkerConfig = Config<ReturnType<typeof workerFields>>;
