/** The conformance suite: its own system, started once. Several files run in parallel, because most tests wait. */
import { defineConfig } from 'vitest/config';
import { sharedTestOptions } from '../vitest.shared.ts';
import { filesOf } from './modes.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'conformance',
    root: import.meta.dirname,
    include: [...filesOf(process.env['FAREBOX_CONFORMANCE_MODE'] ?? 'embedded')],
    globalSetup: ['system/setup.ts'],
    setupFiles: [...sharedTestOptions.setupFiles, 'client/close-connections.ts'],
    maxWorkers: 4,
    teardownTimeout: 60_000,
  },
});
