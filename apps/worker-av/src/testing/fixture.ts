/**
 * Shared by tests of operations: the operations in their sandbox, and a folder for files. Both are opened before the
 * tests of a file and closed after them. For tests only.
 */
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { AvOperationOptions, AvOperations } from '../operations.ts';
import { openOperations, scratch } from './media.ts';

export interface Fixture {
  readonly av: Pick<AvOperations, 'operations'>;
  /** A path in the folder. */
  readonly at: (name: string) => string;
}

/** Call it in a `describe` that is skipped without ffmpeg. */
export function openFixture(options: Partial<AvOperationOptions> = {}): Fixture {
  let opened: AvOperations | undefined;
  let directory: Awaited<ReturnType<typeof scratch>> | undefined;
  beforeAll(async () => {
    opened = openOperations(options);
    directory = await scratch();
  });
  afterAll(async () => {
    await opened?.close();
    await directory?.[Symbol.asyncDispose]();
  });
  return {
    av: {
      get operations() {
        return opened!.operations;
      },
    },
    at: (name) => join(directory!.path, name),
  };
}
