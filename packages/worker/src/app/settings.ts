/** The settings that every worker app reads. An app adds its own fields and reads all of them once, in its config.ts. */
import { availableParallelism } from 'node:os';
import { databaseFields } from '@tollgate/db';
import { type Config, type Field, integer } from '@tollgate/kernel';
import { queueFields } from '@tollgate/queue';
import { storeFields } from '@tollgate/storage';
import { telemetryFields } from '@tollgate/telemetry';

/** Made for an environment, because what the artifact store needs depends on where it is. */
export const workerFields = (env: Readonly<Record<string, string | undefined>>) => ({
  ...databaseFields,
  ...queueFields,
  ...storeFields(env),
  ...telemetryFields,
  concurrency: cores(
    integer('TOLLGATE_WORKER_CONCURRENCY', {
      description: 'Executions that a worker has in hand at once; 0: one for each core.',
      default: '0',
      min: 0,
      max: 1024,
    }),
  ),
  leaseSeconds: integer('TOLLGATE_LEASE_SECONDS', {
    description: 'How long a worker that says nothing keeps its executions.',
    default: '30',
    min: 2,
    max: 3600,
  }),
});

const cores = (field: Field<number>): Field<number> => ({
  ...field,
  parse: (value) => field.parse(value) || availableParallelism(),
});

export type WorkerConfig = Config<ReturnType<typeof workerFields>>;
