/** image-optimize: the same image in as few bytes as a target allows; the model is the format. */
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_PHOTO } from '../../files/samples.ts';
import { sourcePixelsMax, sourceSizes, sourceUses } from '../../image/source.ts';
import { type Planned, type ToolModel, defineTool, oneStep } from '../../tool.ts';
import { startedMegapixels } from '../../units.ts';
import { type OptimizeArguments, type OptimizeModel, optimizeSchema } from './schema.ts';

const models = [
  model('jpeg', 'For photographs; readable everywhere; transparent pixels become white. At most 7 encodings.', {
    maxBytes: 40_000,
  }),
  model('png', 'A palette of at most 256 colours, or lossless at quality 100; transparency. At most 4 encodings.', {
    similarity: 0.97,
  }),
  model('webp', 'Smaller than JPEG at the same quality; transparency. At most 7 encodings.', { similarity: 0.95 }),
  model('avif', 'The smallest; transparency; slow to encode. At most 4 encodings.', {
    similarity: 0.95,
    maxBytes: 50_000,
  }),
] as const satisfies readonly ToolModel[];

export const imageOptimize = defineTool<OptimizeArguments>({
  name: 'image-optimize',
  title: 'Optimize an image',
  description:
    'Makes one image artifact in the format of the chosen model, in the same size (pixels). A bounded search finds the quality: the best within maxBytes, or the smallest file with the requested similarity ' +
    '(SSIM of 8 × 8 windows of BT.709 luma, 4 pixels apart, transparency on white). A result in the format of its source never has more bytes than the source, unless even the ' +
    'lowest quality has more (images of a few pixels). Fields of output.result: quality (1 to 100), bytesBefore, bytesAfter, similarity, met (whether the target was reached) and encodings (how many were tried). ' +
    'EXIF orientation is applied, colours are converted to sRGB, all metadata is removed. For an animation, the first frame is used.',
  category: 'image',
  inputSchema: optimizeSchema,
  example: models[2].example,
  models,
  maxRuntimeSeconds: 600,
  modelOf: ({ model: name }) => name,
  fileUses: sourceUses,
  plan: planOptimize,
});

/** A unit pays for the whole search, however short it was. */
function planOptimize(input: OptimizeArguments, boundsOf: BoundsOf): Planned {
  const { source, model: format, ...target } = input;
  return oneStep({
    name: 'optimize',
    operation: 'optimize',
    parameters: { format, ...target },
    inputs: { source },
    description: `Image optimization as ${format}`,
    unitsMax: startedMegapixels(sourcePixelsMax(input, boundsOf)),
    outputs: [{ mimeTypes: [`image/${format}`], sizes: sourceSizes(input, boundsOf) }],
  });
}

function model(name: OptimizeModel, description: string, target: { similarity?: number; maxBytes?: number }) {
  return { name, description, example: { source: EXAMPLE_PHOTO, model: name, ...target } };
}
