/** Progress of long image steps: operations of several parts report it after each part; all others do not. */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@farebox/catalog';
import { findIsolation } from '@farebox/sandbox';
import type { InputFile } from '@farebox/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageOperations } from './operations.ts';
import { openImageSandbox } from './sandbox/program.ts';
import { catalog, scratch, sourceFile, waves } from './testing/samples.ts';

const isolation = findIsolation();
const sandbox = openImageSandbox({
  isolation,
  size: 1,
  memoryBytesMax: 2 ** 31,
  taskMs: 100_000,
  tasksPerChild: 100,
});
const { operations, close } = createImageOperations({ concurrency: 1, isolation });
let folder: Awaited<ReturnType<typeof scratch>>;
let photo: InputFile;

beforeAll(async () => {
  folder = await scratch();
  const path = join(folder.path, 'photo.png');
  await waves(400, 300).png().toFile(path);
  photo = await sourceFile(path, 'image/png');
});
afterAll(async () => {
  await Promise.all([sandbox.close(), close()]);
  await folder[Symbol.asyncDispose]();
});

/** The only step of this input, as a worker receives it. */
async function stepOf(tool: string, input: JsonObject) {
  const prepared = catalog.prepare({ tool, arguments: input });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared));
  const facts = { id: 'file_a', mimeType: 'image/png', sizeBytes: photo.sizeBytes, sha256: '0'.repeat(64) };
  const quote = catalog.quote(prepared, new Map([['file_a', { ...facts, width: 400, height: 300 }]]));
  if (!quote.ok) throw new Error(JSON.stringify(quote));
  const { operation, parameters, inputs } = quote.plan[0]!;
  const directory = join(folder.path, randomUUID());
  await mkdir(directory);
  return {
    operation,
    parameters,
    directory,
    inputs: Object.fromEntries(Object.keys(inputs).map((field) => [field, photo])),
  };
}

/** All progress that a child reports, in order. */
async function told(tool: string, input: JsonObject): Promise<readonly number[]> {
  const shares: number[] = [];
  const task = { ...(await stepOf(tool, input)), limits: { pixelsMax: 40_000_000, sideMax: 16_383 } };
  const run = { owner: 'one', signal: new AbortController().signal, onProgress: (share: number) => shares.push(share) };
  expect(await sandbox.run(task, run)).toMatchObject({ kind: 'done' });
  return shares;
}

const source = { fileId: 'file_a' };
const sizes = [{ width: 40 }, { width: 30 }, { width: 20 }, { width: 10 }];

describe('a child', () => {
  it('reports the finished share after each thumbnail', async () => {
    expect(await told('image-thumbnails', { source, sizes })).toEqual([0.25, 0.5, 0.75, 1]);
  });

  it('reports the finished share after each cell of a collage, and leaves a share for compositing', async () => {
    expect(await told('image-collage', { images: [source, source, source] })).toEqual([0.25, 0.5, 0.75]);
  });

  it('reports the finished share after each try of an optimization, and never more than 1', async () => {
    const shares = await told('image-optimize', { source, model: 'jpeg', maxBytes: 4000 });
    expect(shares.length).toBeGreaterThan(2);
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
    expect(shares).toEqual([...new Set(shares)].toSorted((a, b) => a - b));
  });

  it('reports nothing if the work is one call of the library', async () => {
    expect(await told('image-convert', { source, model: 'jpeg' })).toEqual([]);
  });
});

describe('the worker', () => {
  async function heard(tool: string, input: JsonObject): Promise<readonly number[]> {
    const readers: (() => number)[] = [];
    const { operation, ...step } = await stepOf(tool, input);
    await operations[operation]!({
      ...step,
      projectId: 'one',
      organizationId: 'org-one',
      signal: new AbortController().signal,
      usedCpu: () => {},
      onProgress: (read) => void readers.push(read),
    });
    return readers.map((read) => read());
  }

  it('offers the progress of a step from its first report on, and none if there is no report', async () => {
    expect(await heard('image-thumbnails', { source, sizes })).toEqual([1]);
    expect(await heard('image-convert', { source, model: 'jpeg' })).toEqual([]);
  });
});
