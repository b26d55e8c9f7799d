/** image-compare: the differences of two images, as numbers and as a picture. */
import { Type, type Static } from 'typebox';
import type { BoundsOf } from '../../files/bounds.ts';
import { type InputRef, fileArgument, type Chainable } from '../../files/file.ts';
import { EXAMPLE_PHOTO, SAMPLE_IDS } from '../../files/samples.ts';
import { closedInput } from '../../image/schema.ts';
import { imageUse, sourceArgument, sourcePixelsMax, sourceSizes, sourceUses } from '../../image/source.ts';
import { type Defaulted, type Planned, defineTool, oneStep } from '../../tool.ts';
import { startedMegapixels } from '../../units.ts';

const compareSchema = Type.Object(
  {
    source: sourceArgument,
    other: fileArgument(
      'Other image',
      'The image to compare with, of the same types and limits. An image of another size is stretched to the size of the first.',
    ),
    tolerance: Type.Optional(
      Type.Integer({
        title: 'Tolerance',
        minimum: 0,
        maximum: 255,
        default: 8,
        description:
          'A pixel has changed if red, green, blue or alpha (each 0 to 255) differs by more than this. 0 counts every difference; 8 ignores compression artefacts.',
      }),
    ),
    diff: Type.Optional(
      Type.Boolean({
        title: 'Diff',
        default: true,
        description: 'Whether to make a picture of the differences: changed pixels in red, on the image in pale grey.',
      }),
    ),
  },
  closedInput,
);

type Compared = Defaulted<Static<typeof compareSchema>, 'tolerance' | 'diff'>;
type CompareArguments = Omit<Chainable<Compared>, 'other'> & { readonly other: InputRef };

export const imageCompare = defineTool<CompareArguments>({
  name: 'image-compare',
  title: 'Compare two images',
  description:
    'Measures how much two images differ and returns output.result. Makes a PNG artifact, of the size of the first image, that shows the differences (none if diff is false). Fields: width, height, otherWidth and ' +
    'otherHeight (pixels, upright); resized (the other image had another size and was stretched to that of the first); identical (no channel of any pixel differs); changedPixels and ' +
    'changedShare (0 to 1) beyond the tolerance; ssim (-1 to 1; mean SSIM of 8 × 8 windows of BT.709 luma, 4 pixels apart; 1 looks the same, below 0.9 clearly different); ' +
    'psnrDb (decibels over red, green and blue; above 40 hardly visible; null if no colour differs). Transparent pixels are drawn on white; EXIF orientation is applied.',
  category: 'image',
  inputSchema: compareSchema,
  example: { source: EXAMPLE_PHOTO, other: { fileId: SAMPLE_IDS.drawing }, tolerance: 8 },
  models: [],
  maxRuntimeSeconds: 180,
  modelOf: () => null,
  fileUses: (input) => [...sourceUses(input), imageUse('/other', input.other)],
  plan: planCompare,
});

function planCompare(input: CompareArguments, boundsOf: BoundsOf): Planned {
  const { source, other, ...parameters } = input;
  const pixels = Math.max(sourcePixelsMax({ source }, boundsOf), sourcePixelsMax({ source: other }, boundsOf));
  return oneStep({
    name: 'compare',
    operation: 'compare',
    parameters,
    inputs: { source, other },
    description: 'Image comparison',
    unitsMax: startedMegapixels(pixels),
    outputs: input.diff ? [{ mimeTypes: ['image/png'], sizes: sourceSizes(input, boundsOf) }] : [],
  });
}
