/**
 * A worker in a separate process, for tests that kill one. Its operation runs until it is stopped, and its parent is
 * notified when it starts and when the lease is lost.
 */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@farebox/db';
import { createWorkerStore } from '@farebox/executions';
import { createPostgresQueue } from '@farebox/queue';
import { runWorker } from '../run-worker.ts';
import { openStore, silent } from './fixture.ts';

const [databaseUrl = '', directory = '', leaseSeconds = ''] = process.argv.slice(2);
const database = openDatabase({ url: databaseUrl, poolMax: 2, applicationName: 'child' });
const lease = { engine: 'image', leaseSeconds: Number(leaseSeconds) } as const;

runWorker({
  ...lease,
  operations: {
    work: async ({ signal }) => {
      process.send?.('begun');
      await once(signal, 'abort');
      return { artifacts: [], units: 9 };
    },
    /** Pays, and has the response when its parent says so. */
    pay: async ({ external, directory: own }) => {
      await external.dispatch('entry');
      process.send?.('paid');
      await once(process, 'message');
      await writeFile(join(own, 'paid.txt'), 'what was paid for');
      const artifact = { path: join(own, 'paid.txt'), mimeType: 'text/plain' };
      return { artifacts: [artifact], units: 3, result: { by: 'whoever died' } };
    },
  },
  queue: createPostgresQueue({ databaseUrl, logger: silent }),
  store: createWorkerStore(database, lease),
  artifacts: openStore(directory),
  logger: silent,
  observe: ({ kind }) => void (kind === 'lost' && process.send?.('lost')),
  concurrency: 1,
  scratch: directory,
});
