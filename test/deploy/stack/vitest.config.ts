/** The stack suite: real images and Compose, on an engine that the runner starts around it (engine/with-stack.sh). */
import { defineConfig } from 'vitest/config';
import { sharedTestOptions } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'stack',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    // Idle sockets that fetch keeps are no leak.
    setupFiles: [],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
