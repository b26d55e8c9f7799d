/** The image worker as a process. It never loads a decoder itself: operations on foreign bytes run in its child processes. */
import { availableParallelism } from 'node:os';
import { exitOnConfigError } from '@tollgate/kernel';
import { findIsolation, runWorkerApp } from '@tollgate/worker';
import { readImageWorkerConfig } from './config.ts';
import { createImageOperations } from './operations.ts';

const config = exitOnConfigError(() => readImageWorkerConfig(process.env));
/** More children than cores only take memory; what is in hand beyond them waits its turn. */
const isolation = findIsolation();
const { operations, close } = createImageOperations({
  isolation,
  concurrency: Math.min(config.concurrency, availableParallelism()),
});
await runWorkerApp(config, {
  name: 'worker-image',
  engine: 'image',
  operations,
  close,
  facts: { isolation: isolation.summary },
});
process.exit(0);
