/** The end-to-end suite: its own containers and apps, started once. Files run one at a time, because each ends with a check of all money. */
import { defineConfig } from 'vitest/config';
import { sharedTestOptions } from '../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'e2e',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['system/setup.ts'],
    // Idle sockets that fetch keeps are no leak.
    setupFiles: ['client/provided.ts'],
    fileParallelism: false,
    teardownTimeout: 60_000,
  },
});
