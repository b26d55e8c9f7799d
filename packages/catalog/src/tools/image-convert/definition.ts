/** image-convert: the same image in another format; the model is the format. */
import { EXAMPLE_PHOTO } from '../../files/samples.ts';
import type { BoundsOf } from '../../files/bounds.ts';
import { sourcePixelsMax, sourceSizes, sourceUses } from '../../image/source.ts';
import { type Planned, type ToolModel, defineTool, oneStep } from '../../tool.ts';
import { startedMegapixels } from '../../units.ts';
import { type ConvertArguments, type ConvertModel, convertSchema } from './schema.ts';

const models = [
  model('jpeg', 'For photographs; readable everywhere. No transparency: transparent pixels show the background.', {
    quality: 82,
    progressive: true,
  }),
  model('png', 'Lossless, with transparency; large files for photographs.', {}),
  model('webp', 'About a third smaller than JPEG at the same quality; transparency; optionally lossless.', {
    quality: 80,
  }),
  model('avif', 'About half the size of JPEG at the same quality; transparency; optionally lossless; slow to encode.', {
    quality: 55,
  }),
] as const satisfies readonly ToolModel[];

export const imageConvert = defineTool<ConvertArguments>({
  name: 'image-convert',
  title: 'Convert an image',
  description:
    'Makes one image artifact in the format of the chosen model (jpeg, png, webp or avif), in the same size (pixels). ' +
    'EXIF orientation is applied, colours are converted to sRGB, all metadata is removed. For an animation, the first frame is used.',
  category: 'image',
  inputSchema: convertSchema,
  example: models[2].example,
  models,
  maxRuntimeSeconds: 180,
  modelOf: ({ model: name }) => name,
  fileUses: sourceUses,
  plan: planConvert,
});

function planConvert(input: ConvertArguments, boundsOf: BoundsOf): Planned {
  const { source, model: format, ...options } = input;
  return oneStep({
    name: 'convert',
    operation: 'convert',
    parameters: { format, ...options },
    inputs: { source },
    description: `Image conversion to ${format}`,
    unitsMax: startedMegapixels(sourcePixelsMax(input, boundsOf)),
    outputs: [{ mimeTypes: [`image/${format}`], sizes: sourceSizes(input, boundsOf) }],
  });
}

function model(name: ConvertModel, description: string, options: { quality?: number; progressive?: boolean }) {
  return { name, description, example: { source: EXAMPLE_PHOTO, model: name, ...options } };
}
