/** image-analyze: facts about an image as JSON; no artifact. */
import type { Chainable } from '../../files/file.ts';
import { EXAMPLE_PHOTO } from '../../files/samples.ts';
import { Type, type Static } from 'typebox';
import type { BoundsOf } from '../../files/bounds.ts';
import { closedInput } from '../../image/schema.ts';
import { sourceArgument, sourcePixelsMax, sourceUses } from '../../image/source.ts';
import { type Defaulted, type Planned, defineTool, oneStep } from '../../tool.ts';
import { startedMegapixels } from '../../units.ts';

const analyzeSchema = Type.Object(
  {
    source: sourceArgument,
    colors: Type.Optional(
      Type.Integer({
        title: 'Colours',
        minimum: 1,
        maximum: 16,
        default: 5,
        description: 'How many dominant colours to find; an image with fewer colours returns fewer.',
      }),
    ),
  },
  closedInput,
);

type AnalyzeArguments = Chainable<Defaulted<Static<typeof analyzeSchema>, 'colors'>>;

export const imageAnalyze = defineTool<AnalyzeArguments>({
  name: 'image-analyze',
  title: 'Analyze an image',
  description:
    'Measures an image and returns output.result; makes no artifact. Fields: width and height (pixels, after EXIF orientation); format; hasAlpha; ' +
    'dominantColors, most frequent first, each {hex: "#rrggbb" in sRGB, share: 0 to 1 of the visible pixels}; ' +
    'sharpness (variance of the Laplacian of 8-bit luminance with the longer side scaled to at most 1024 pixels: an image below about 50 looks blurred, above about 300 crisp); ' +
    'perceptualHash (64-bit DCT hash, 16 hex digits: two images are similar if at most about 10 bits differ); ' +
    'thumbhash (base64 of a placeholder of about 25 bytes, see evanw.github.io/thumbhash).',
  category: 'image',
  inputSchema: analyzeSchema,
  example: { source: EXAMPLE_PHOTO, colors: 5 },
  models: [],
  maxRuntimeSeconds: 60,
  modelOf: () => null,
  fileUses: sourceUses,
  plan: planAnalyze,
});

function planAnalyze(input: AnalyzeArguments, boundsOf: BoundsOf): Planned {
  return oneStep({
    name: 'analyze',
    operation: 'analyze',
    parameters: { colors: input.colors },
    inputs: { source: input.source },
    description: 'Image analysis',
    unitsMax: startedMegapixels(sourcePixelsMax(input, boundsOf)),
    outputs: [],
  });
}
