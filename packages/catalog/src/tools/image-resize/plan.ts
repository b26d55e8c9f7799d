/** What image-resize does, and the most it can measure. */
import type { BoundsOf, SizeBounds } from '../../files/bounds.ts';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX, resultTypes, sourceSizes } from '../../image/source.ts';
import { type Planned, oneStep } from '../../tool.ts';
import { type Size, pixelsOf, startedMegapixels } from '../../units.ts';
import type { ResizeArguments } from './schema.ts';
import { resizedBounds } from './size.ts';

export function planResize(input: ResizeArguments, boundsOf: BoundsOf): Planned {
  const sources = sourceSizes(input, boundsOf);
  const results = sources.map((source) => resizedBounds(source, input));
  const { least } = results[0] as SizeBounds;
  if (pixelsOf(least) > IMAGE_PIXELS_MAX || Math.max(least.width, least.height) > IMAGE_SIDE_MAX) {
    return { ok: false, message: 'invalid_arguments', fields: tooLarge(input, least) };
  }
  const { source, ...parameters } = input;
  return oneStep({
    name: 'resize',
    operation: 'resize',
    parameters,
    inputs: { source },
    description: 'Image resize',
    unitsMax: startedMegapixels(pixelsMax([...sources, ...results])),
    outputs: [{ mimeTypes: resultTypes(input.format, boundsOf(source)), sizes: results.map(withinLimits) }],
  });
}

/** Source or result, whichever is larger. More than this the worker refuses, so it is never billed. */
const pixelsMax = (sizes: readonly SizeBounds[]): number =>
  Math.min(IMAGE_PIXELS_MAX, Math.max(...sizes.map(({ most }) => pixelsOf(most))));

const withinLimits = ({ least, most }: SizeBounds): SizeBounds => ({
  least,
  most: { width: Math.min(most.width, IMAGE_SIDE_MAX), height: Math.min(most.height, IMAGE_SIDE_MAX) },
});

function tooLarge({ width }: ResizeArguments, result: Size) {
  const reason = `makes a result of ${result.width} × ${result.height}; it may have 40 megapixels and ${IMAGE_SIDE_MAX} pixels a side`;
  return { [width === undefined ? '/height' : '/width']: reason };
}
