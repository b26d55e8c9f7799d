/**
 * Shared by tests of operations: the operations in their sandbox, and a folder for files. Both are closed with the
 * test file. For tests only.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findIsolation } from '@farebox/sandbox';
import type { InputFile } from '@farebox/worker';
import type { Sharp } from 'sharp';
import { afterAll } from 'vitest';
import { createImageOperations } from '../operations.ts';
import { scratch, sourceFile } from './samples.ts';

/** Call it at the top of a test file. `stored` writes an image into the folder and returns it as an input. */
export async function openFixture() {
  const { operations, close } = createImageOperations({ concurrency: 1, isolation: findIsolation() });
  const directory = await scratch();
  afterAll(async () => {
    await close();
    await directory[Symbol.asyncDispose]();
  });
  let files = 0;
  async function stored(image: Sharp): Promise<InputFile> {
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    const path = join(directory.path, `file-${files++}`);
    await writeFile(path, data);
    return sourceFile(path, `image/${info.format === 'heif' ? 'avif' : info.format}`);
  }
  return { operations, stored };
}
