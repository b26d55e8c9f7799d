/** Files of one process, run one after the other by name; most of them leave a resource behind: see leaks.test.ts. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sharedTestOptions } from '../../../vitest.shared.ts';

class ByName extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId)));
  }
}

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'leaks',
    include: ['*.canary.ts'],
    globalSetup: [fileURLToPath(new URL('lasting-server.ts', import.meta.url))],
    isolate: false,
    maxWorkers: 1,
    sequence: { sequencer: ByName },
  },
});
