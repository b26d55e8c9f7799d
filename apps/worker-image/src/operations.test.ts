/** Guarantees of every operation, tested with every example of the catalog and a few more inputs. */
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findIsolation } from '@farebox/sandbox';
import { type InputFile, LacksOperation } from '@farebox/worker';
import { createImageOperations } from './operations.ts';
import { catalog, run, scratch, sourceFile, waves } from './testing/samples.ts';

const { operations, close } = createImageOperations({ concurrency: 1, isolation: findIsolation() });
let source: InputFile;
let directory: Awaited<ReturnType<typeof scratch>>;

beforeAll(async () => {
  directory = await scratch();
  const path = join(directory.path, 'source.jpg');
  await waves(1200, 900).jpeg().toFile(path);
  source = await sourceFile(path, 'image/jpeg');
});
afterAll(async () => {
  await close();
  await directory[Symbol.asyncDispose]();
});

it('refuses more pixels than an operator allows, for a source and for a result', async () => {
  const few = createImageOperations({ concurrency: 1, isolation: findIsolation(), pixelsMax: 1200 * 900 });
  const larger = { width: 1300, height: 1300, fit: 'outside', allowEnlargement: true };
  await expect(run(few.operations, { tool: 'image-resize', input: { width: 10 }, source })).resolves.toBeDefined();
  await expect(run(few.operations, { tool: 'image-resize', input: larger, source })).rejects.toMatchObject({
    name: 'OperationFailure',
    reason: 'result_too_large',
  });
  await few.close();
  const fewer = createImageOperations({ concurrency: 1, isolation: findIsolation(), pixelsMax: 1200 * 900 - 1 });
  await expect(run(fewer.operations, { tool: 'image-resize', input: { width: 10 }, source })).rejects.toMatchObject({
    name: 'OperationFailure',
    reason: 'source_too_large',
  });
  await fewer.close();
});

/** Tools of external services are not configured here, and a pipeline consists of other tools. */
const ours = catalog
  .describe({ executionEnabled: true })
  .tools.filter(({ available, category }) => available && category !== 'pipeline');

const cases = [
  ...ours.flatMap((tool) =>
    [tool.example, ...tool.models.map(({ example }) => example)].map((example) => ({
      tool: tool.name,
      input: example as Record<string, never>,
    })),
  ),
  { tool: 'image-resize', input: { width: 333 } },
  { tool: 'image-resize', input: { height: 77, format: 'png' } },
  {
    tool: 'image-resize',
    input: { width: 1300, height: 1300, fit: 'outside', allowEnlargement: true, format: 'jpeg', quality: 40 },
  },
  { tool: 'image-resize', input: { width: 1300, height: 1300, fit: 'contain', format: 'webp' } },
  { tool: 'image-resize', input: { width: 100, height: 300, fit: 'fill', format: 'avif' } },
  { tool: 'image-convert', input: { model: 'webp', lossless: true } },
  {
    tool: 'image-thumbnails',
    input: { sizes: [{ width: 300, height: 300, fit: 'contain' }, { width: 64 }], format: 'avif', quality: 30 },
  },
  { tool: 'image-adjust', input: { trim: 20, rotate: 12.5, blur: 2, grayscale: true, format: 'webp' } },
  { tool: 'image-crop', input: { box: { left: 100, top: 50, width: 333, height: 222 }, format: 'avif' } },
  { tool: 'image-crop', input: { part: { left: 0.1, top: 0.2, width: 0.33, height: 0.5 }, quality: 40 } },
  { tool: 'rehearsal', input: { artifactBytes: 5000 } },
].map(({ tool, input }) => ({ title: `${tool} ${JSON.stringify({ ...input, source: undefined })}`, tool, input }));

describe.for(cases)('$title', ({ tool, input }) => {
  it('measures no more than was quoted, and makes what it reports', async () => {
    const { quote, units, artifacts, contents } = await run(operations, { tool, input, source });
    expect(units).toBeGreaterThanOrEqual(1);
    expect(units).toBeLessThanOrEqual(quote.breakdown[0]?.quantity ?? 0);
    for (const [index, { mimeType, width, height }] of artifacts.entries()) {
      if (!mimeType.startsWith('image/')) continue;
      const real = await sharp(contents[index]).metadata();
      expect({ mimeType: real.mediaType, width: real.width, height: real.height }).toEqual({ mimeType, width, height });
      expect([real.exif, real.icc, real.xmp, real.orientation, real.space]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        'srgb',
      ]);
    }
  });

  it('gives the same bytes and the same result when it runs again', async () => {
    const first = await run(operations, { tool, input, source });
    const second = await run(operations, { tool, input, source });
    expect(second.contents).toEqual(first.contents);
    expect(second.result).toEqual(first.result);
    expect(second.units).toBe(first.units);
  });

  it('does not start once its signal has aborted', async () => {
    const reason = new Error('cancelled');
    await expect(run(operations, { tool, input, source, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('an abort during the work', () => {
  it.for([
    ['image-convert', { model: 'avif', lossless: true }],
    ['image-optimize', { model: 'avif', similarity: 1 }],
    ['image-thumbnails', { sizes: [{ width: 1200 }, { width: 1100 }], format: 'avif' }],
    ['image-adjust', { rotate: 33, blur: 30, sharpen: 10 }],
    ['image-compare', { other: { fileId: 'file_a' } }],
    ['image-watermark', { text: 'Farebox', tile: true, format: 'avif' }],
    ['image-collage', { images: [{ fileId: 'file_a' }, { fileId: 'file_a' }], cellWidth: 2000, format: 'avif' }],
    ['rehearsal', { durationMs: 60_000 }],
  ] as const)('stops %s at once, with the reason of the signal', async ([tool, input]) => {
    const reason = new Error('cancelled');
    const abort = new AbortController();
    const running = run(operations, { tool, input, source, signal: abort.signal });
    setImmediate(() => abort.abort(reason));
    await expect(running).rejects.toBe(reason);
  });

  it('leaves the pool able to run the next task', async () => {
    const { units } = await run(operations, { tool: 'image-analyze', input: {}, source });
    expect(units).toBe(2);
  });
});

it('a rehearsed failure has its own reason', async () => {
  await expect(run(operations, { tool: 'rehearsal', input: { outcome: 'fail' }, source })).rejects.toMatchObject({
    reason: 'rehearsed_failure',
  });
});

describe('a stored plan of a newer version', () => {
  const context = {
    projectId: 'project-one',
    organizationId: 'org-one',
    directory: '/nowhere',
    signal: new AbortController().signal,
    inputs: {},
    usedCpu: () => {},
    onProgress: () => {},
  };
  const parameters = { durationMs: 0, outcome: 'succeed' };

  it('is run if every parameter and input is known', async () => {
    expect(await operations['rehearse']!({ ...context, parameters })).toEqual({ artifacts: [], units: 1 });
  });

  it('is left to another worker if a parameter or input is unknown: its meaning is not guessed', async () => {
    const mirrored = operations['rehearse']!({ ...context, parameters: { ...parameters, mirrored: true } });
    await expect(mirrored).rejects.toThrow(LacksOperation);
    const withoutSource = operations['analyze']!({ ...context, parameters: { colors: 5 } });
    await expect(withoutSource).rejects.toThrow(LacksOperation);
  });
});
