/** The end-to-end suite: its own containers and apps, started once; one file at a time, because each ends with an audit of all. */
import { defineConfig } from 'vitest/config';
import { sharedTestOptions } from '../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'e2e',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['system/setup.ts'],
    // Sockets that fetch keeps for the next request are no leak.
    setupFiles: ['client/provided.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
});
