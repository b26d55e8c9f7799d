/** The settings that every worker app reads. An app adds its own fields and reads all of them once, in its config.ts. */
import { availableParallelism } from 'node:os';
import { databaseFields } from '@farebox/db';
import { type Config, type Field, failpointFields, integer, text } from '@farebox/kernel';
import { queueFields } from '@farebox/queue';
import { storeFields } from '@farebox/storage';
import { telemetryFields } from '@farebox/telemetry';

/** Made for an environment, because what the artifact store needs depends on where it is. */
export const workerFields = (env: Readonly<Record<string, string | undefined>>) => ({
  ...databaseFields,
  ...queueFields,
  ...storeFields(env),
  ...telemetryFields,
  ...failpointFields,
  concurrency: cores(
    integer('FAREBOX_WORKER_CONCURRENCY', {
      description: 'Executions that a worker has in hand at once; 0: one for each core.',
      default: '0',
      min: 0,
      max: 1024,
    }),
  ),
  freeCpuSeconds: integer('FAREBOX_FREE_CPU_SECONDS', {
    description:
      'Seconds of processor time of failed or cancelled, uncharged work that a project has free in an hour; beyond, it runs one execution at a time. 0: no bound.',
    default: '600',
    min: 0,
    max: 1_000_000,
  }),
  leaseSeconds: integer('FAREBOX_LEASE_SECONDS', {
    description: 'How long a worker that says nothing keeps its executions.',
    default: '30',
    min: 2,
    max: 3600,
  }),
  spoolDirectory: text('FAREBOX_SPOOL_DIR', {
    description:
      'Folder on this machine where a paid result waits while the artifact store is away; keep it across restarts. Empty: below FAREBOX_DATA_DIR, else the system’s temporary folder.',
    default: '',
  }),
  reviewBackoffSeconds: integer('FAREBOX_REVIEW_BACKOFF_SECONDS', {
    description:
      'Until an execution under review is looked at for the first time; the pause doubles up to 360 times it, an hour at most.',
    default: '10',
    min: 1,
    max: 3600,
  }),
  reviewResolveSeconds: integer('FAREBOX_REVIEW_RESOLVE_SECONDS', {
    description: 'When a review without evidence ends in the customer’s favour; by default after 72 hours.',
    default: String(72 * 3600),
    min: 1,
    max: 30 * 24 * 3600,
  }),
});

const cores = (field: Field<number>): Field<number> => ({
  ...field,
  parse: (value) => field.parse(value) || availableParallelism(),
});

export type WorkerConfig = Config<ReturnType<typeof workerFields>>;
