/**
 * `optimize`: searches for the quality that meets a target of bytes or of similarity. The same input gives the same
 * search.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParametersOf } from '@farebox/catalog';
import { FILE_TYPES } from '@farebox/kernel';
import type { Sharp } from 'sharp';
import { type Goal, type Try, search, triesMax } from './analysis/search.ts';
import { type Luma, lumaOf, similarityOf } from './analysis/similarity.ts';
import { openFile } from './image/engine.ts';
import { type Format, type Source, onSource } from './image/source.ts';
import { type ChildContext, type ChildOutput, Refused } from './operation.ts';

type Parameters = ParametersOf<'optimize'>;

export function optimize(context: ChildContext<'optimize'>): Promise<ChildOutput> {
  const parameters = context.parameters;
  const { format, whenUnmet } = parameters;
  return onSource(context, async (source) => {
    const { width, height, bytes: bytesBefore } = source;
    const goal = goalOf(parameters, source.format === format ? bytesBefore : Infinity);
    const encoding = { source, format, directory: context.directory, luma: await lumaOf(source.image) };
    const rungs = LADDERS[format].length;
    let done = 0;
    const { rung, tried, met, tries } = await search(rungs, goal, async (rung) => {
      const found = await attempt(encoding, rung);
      context.onProgress(++done / triesMax(rungs));
      return found;
    });
    if (!met && whenUnmet === 'fail') throw new Refused('target_not_met');
    return {
      artifacts: [{ file: tried.file, mimeType: `image/${format}`, width, height }],
      pixels: width * height,
      result: {
        quality: LADDERS[format][rung] as number,
        bytesBefore,
        bytesAfter: tried.bytes,
        similarity: floored(tried.similarity),
        met,
        encodings: tries,
      },
    };
  });
}

const goalOf = ({ maxBytes = Infinity, similarity }: Parameters, bytesMax: number): Goal => ({
  bytesMax: Math.min(maxBytes, bytesMax),
  similarity: similarity ?? null,
});

const DIGITS = 1e4;
/** Rounded down, so that only equal images reach 1. */
const floored = (similarity: number): number => Math.floor(similarity * DIGITS) / DIGITS;

interface Encoding {
  readonly source: Source;
  readonly format: Format;
  readonly directory: string;
  /** Luma of the source. */
  readonly luma: Luma;
}

interface Encoded extends Try {
  /** File name in the directory of the run. */
  readonly file: string;
}

/** The encoded file is read back from disk, because decoders of bytes in memory are blocked. */
async function attempt({ source, format, directory, luma }: Encoding, rung: number): Promise<Encoded> {
  const quality = LADDERS[format][rung] as number;
  const file = `quality-${quality}.${FILE_TYPES[`image/${format}`]}`;
  const path = join(directory, file);
  await ENCODERS[format](source.image.clone(), quality).toFile(path);
  const [{ size: bytes }, own] = [await stat(path), await lumaOf(openFile(path, { failOn: 'error' }))];
  return { file, bytes, similarity: similarityOf(luma, own) };
}

const range = (from: number, step: number): readonly number[] =>
  Array.from({ length: Math.floor((100 - from) / step) + 1 }, (_, n) => from + n * step);

/** Seven tries find one of a hundred qualities. For slow formats, four tries find one of fifteen. */
const LADDERS: Readonly<Record<Format, readonly number[]>> = {
  jpeg: range(1, 1),
  webp: range(1, 1),
  png: range(2, 7),
  avif: range(16, 6),
};

/**
 * Slower and smaller than the encodings of image-convert. Palettes use a low effort, because noise makes the search for
 * one long (docs/decisions/0403).
 */
const ENCODERS: Readonly<Record<Format, (image: Sharp, quality: number) => Sharp>> = {
  jpeg: (image, quality) => image.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true }),
  png: (image, quality) =>
    quality === 100
      ? image.png({ compressionLevel: 9, adaptiveFiltering: true })
      : image.png({ quality, compressionLevel: 9, effort: 4 }),
  webp: (image, quality) => image.webp({ quality, effort: 4 }),
  avif: (image, quality) => image.avif({ quality, effort: 2 }),
};
