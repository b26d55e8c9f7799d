/** The deploy suite: what is under deploy/ works, checked as far as it can be without a registry of images. */
import { defineConfig } from 'vitest/config';
import { databaseSetup, sharedTestOptions } from '../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'deploy',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: [databaseSetup],
    // Sockets that fetch keeps for the next request are no leak; the runner counts processes that are left.
    setupFiles: [],
    testTimeout: 90_000,
    hookTimeout: 150_000,
  },
});
