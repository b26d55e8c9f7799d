/** The deploy suite: checks everything under deploy/ as far as it is possible without an image registry. */
import { defineConfig } from 'vitest/config';
import { databaseSetup, sharedTestOptions } from '../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'deploy',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: [databaseSetup],
    // Idle sockets that fetch keeps are no leak; the runner counts processes that are left.
    setupFiles: [],
  },
});
