/** The image worker as a process. It never loads a decoder itself: operations on foreign bytes run in its child processes. */
import { availableParallelism } from 'node:os';
import { exitIfConfigError, exitOnConfigError } from '@tollgate/kernel';
import { findIsolation, reserveOf, runWorkerApp } from '@tollgate/worker';
import { readImageWorkerConfig } from './config.ts';
import { createImageOperations } from './operations.ts';

const config = exitOnConfigError(() => readImageWorkerConfig(process.env));
/** A child for each core, and one for whoever waits behind a project that has them all; more would only take memory. */
const isolation = findIsolation();
const { operations, close } = createImageOperations({
  isolation,
  concurrency: Math.min(config.concurrency + reserveOf(config.concurrency), availableParallelism() + 1),
});
await runWorkerApp(config, {
  name: 'worker-image',
  engine: 'image',
  operations,
  close,
  facts: { isolation: isolation.summary },
}).catch(exitIfConfigError);
process.exit(0);
