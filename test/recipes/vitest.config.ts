/** The recipes suite: follows the instructions of CONTRIBUTING.md in a copy of the project, and proves that the result works. */
import { defineConfig } from 'vitest/config';
import { sharedTestOptions } from '../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'recipes',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    // Every test runs the compiler or the generators over the whole project.
  },
});
