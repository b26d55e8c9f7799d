/** image-watermark: an image with a mark, which is another image or a text. */
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_PHOTO } from '../../files/samples.ts';
import { imageUse, resultTypes, sourcePixelsMax, sourceSizes, sourceUses } from '../../image/source.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { startedMegapixels } from '../../units.ts';
import { textProblem } from './characters.ts';
import { type WatermarkArguments, watermarkSchema } from './schema.ts';

export const imageWatermark = defineTool<WatermarkArguments>({
  name: 'image-watermark',
  title: 'Watermark an image',
  description:
    'Makes one image artifact of the same size (pixels): the source with a mark on it, which is an image or a text. Position, margin (pixels), scale (share of the width), opacity and tiling are options. ' +
    'A text is drawn unchanged in a font that ships with the service, whatever fonts a machine has; it is never interpreted as markup. ' +
    'EXIF orientation is applied, colours are converted to sRGB, all metadata is removed. For an animation, the first frame is used.',
  category: 'image',
  inputSchema: watermarkSchema,
  example: { source: EXAMPLE_PHOTO, text: '© Farebox', position: 'south-east', scale: 0.3, opacity: 0.6 },
  models: [],
  maxRuntimeSeconds: 180,
  modelOf: () => null,
  fileUses: (input) => [...sourceUses(input), ...(input.image === undefined ? [] : [imageUse('/image', input.image)])],
  plan: planWatermark,
});

function planWatermark(input: WatermarkArguments, boundsOf: BoundsOf): Planned {
  const { source, image: overlay, ...parameters } = input;
  const problem = input.text === undefined ? null : textProblem(input.text);
  if (problem !== null) return { ok: false, message: 'invalid_arguments', fields: { '/text': problem } };
  const marks = overlay === undefined ? [] : [sourcePixelsMax({ source: overlay }, boundsOf)];
  return oneStep({
    name: 'watermark',
    operation: 'watermark',
    parameters,
    inputs: { source, ...(overlay === undefined ? {} : { overlay }) },
    description: 'Image watermark',
    unitsMax: startedMegapixels(Math.max(sourcePixelsMax(input, boundsOf), ...marks)),
    outputs: [{ mimeTypes: resultTypes(input.format, boundsOf(source)), sizes: sourceSizes(input, boundsOf) }],
  });
}
