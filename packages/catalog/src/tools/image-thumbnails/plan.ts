/** The plan of image-thumbnails, and the most that it can measure. */
import type { BoundsOf, SizeBounds } from '../../files/bounds.ts';
import { IMAGE_PIXELS_MAX, resultTypes, sourceSizes } from '../../image/source.ts';
import { type Planned, oneStep } from '../../tool.ts';
import { pixelsOf, startedMegapixels } from '../../units.ts';
import { isTooLarge, resizedBounds, tooLarge, withinLimits } from '../image-resize/size.ts';
import type { ThumbnailsArguments } from './schema.ts';

export function planThumbnails(input: ThumbnailsArguments, boundsOf: BoundsOf): Planned {
  const { source, ...parameters } = input;
  const sources = sourceSizes(input, boundsOf);
  const results = sources.map((each) => resultsOf(each, input));
  const fields = problemsOf(results[0] as readonly SizeBounds[], input);
  if (fields !== null) return { ok: false, message: 'invalid_arguments', fields };
  const mimeTypes = resultTypes(input.format, boundsOf(source));
  return oneStep({
    name: 'thumbnails',
    operation: 'thumbnails',
    parameters: { ...parameters, sizes: [...input.sizes] },
    inputs: { source },
    description: 'Image thumbnails',
    unitsMax: startedMegapixels(pixelsMax(sources, results)),
    outputs: input.sizes.map((_, n) => ({
      mimeTypes,
      sizes: results.map((each) => withinLimits(each[n] as SizeBounds)),
    })),
  });
}

const resultsOf = (source: SizeBounds, { sizes, allowEnlargement }: ThumbnailsArguments): readonly SizeBounds[] =>
  sizes.map((size) => resizedBounds(source, { ...size, allowEnlargement }));

/**
 * The source or all results together, whichever is larger. The worker refuses more pixels than one image may have, so
 * they are never billed.
 */
const pixelsMax = (sources: readonly SizeBounds[], results: readonly (readonly SizeBounds[])[]): number =>
  Math.min(
    IMAGE_PIXELS_MAX,
    Math.max(...sources.map(({ most }) => pixelsOf(most)), ...results.map((each) => together(each, 'most'))),
  );

const together = (sizes: readonly SizeBounds[], bound: 'least' | 'most'): number =>
  sizes.reduce((sum, size) => sum + pixelsOf(size[bound]), 0);

function problemsOf(results: readonly SizeBounds[], { sizes }: ThumbnailsArguments) {
  const found = results.flatMap(({ least }, n) =>
    isTooLarge(least) ? Object.entries(tooLarge(`/sizes/${n}`, sizes[n] ?? {}, least)) : [],
  );
  if (found.length > 0) return Object.fromEntries(found);
  const pixels = together(results, 'least');
  return pixels > IMAGE_PIXELS_MAX ? { '/sizes': `make ${pixels} pixels in total; the limit is 40 megapixels` } : null;
}
