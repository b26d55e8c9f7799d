/** image-crop: a part of an image, by box, ratios, or size and gravity. */
import { EXAMPLE_PHOTO } from '../../files/samples.ts';
import type { BoundsOf } from '../../files/bounds.ts';
import { resultTypes, sourcePixelsMax, sourceSizes, sourceUses } from '../../image/source.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { startedMegapixels } from '../../units.ts';
import { type CropArguments, cropSchema } from './schema.ts';
import { cropProblem, croppedBounds } from './size.ts';

export const imageCrop = defineTool<CropArguments>({
  name: 'image-crop',
  title: 'Crop an image',
  description:
    'Makes one image artifact from a part of the image, not scaled. Give box (pixels), part (ratios of the sides) or window (a size in pixels and a gravity; attention and ' +
    'entropy depend on the content). EXIF orientation is applied first, colours are converted to sRGB, all metadata is removed. A box or window that is not within the image is ' +
    'refused before anything is charged. For an animation, the first frame is used.',
  category: 'image',
  inputSchema: cropSchema,
  example: { source: EXAMPLE_PHOTO, window: { width: 800, height: 800, gravity: 'attention' } },
  models: [],
  maxRuntimeSeconds: 180,
  modelOf: () => null,
  fileUses: sourceUses,
  plan: planCrop,
});

function planCrop(input: CropArguments, boundsOf: BoundsOf): Planned {
  const sources = sourceSizes(input, boundsOf);
  const fields = cropProblem(input, sources);
  if (fields !== null) return { ok: false, message: 'invalid_arguments', fields };
  const { source, ...parameters } = input;
  return oneStep({
    name: 'crop',
    operation: 'crop',
    parameters,
    inputs: { source },
    description: 'Image crop',
    unitsMax: startedMegapixels(sourcePixelsMax(input, boundsOf)),
    outputs: [
      {
        mimeTypes: resultTypes(input.format, boundsOf(source)),
        sizes: sources.map((size) => croppedBounds(size, input)),
      },
    ],
  });
}
