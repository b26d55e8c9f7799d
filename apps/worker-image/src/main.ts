/**
 * The image worker as a process. It never loads a decoder itself: operations on untrusted bytes run in its child
 * processes.
 */
import { availableParallelism } from 'node:os';
import { findIsolation, warnOfOpen } from '@farebox/sandbox';
import { runApp } from '@farebox/telemetry';
import { reserveOf, runWorkerApp } from '@farebox/worker';
import { MEGAPIXEL, readImageWorkerConfig } from './config.ts';
import { createImageOperations } from './operations.ts';

await runApp({
  name: 'worker-image',
  read: () => readImageWorkerConfig(process.env),
  async run(config, shell) {
    const isolation = findIsolation();
    warnOfOpen(isolation, shell.logger);
    /**
     * One child for each core, and one for a project that waits behind another that uses all of them. More would only
     * take memory.
     */
    const { operations, close } = createImageOperations({
      isolation,
      pixelsMax: config.megapixelsMax * MEGAPIXEL,
      concurrency: Math.min(config.concurrency + reserveOf(config.concurrency), availableParallelism() + 1),
    });
    const facts = { isolation: isolation.summary };
    await runWorkerApp(config, { name: 'worker-image', engine: 'image', operations, close, facts }, shell);
  },
});
