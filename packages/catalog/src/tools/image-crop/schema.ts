/** The input of image-crop: one of three ways to define the part that is kept. */
import type { Chainable } from '../../files/file.ts';
import { Type, type Static } from 'typebox';
import { backgroundArgument, closedInput, formatArgument, given, qualityArgument } from '../../image/schema.ts';
import { sourceArgument } from '../../image/source.ts';
import { GRAVITIES } from './operation.ts';
import type { Defaulted } from '../../tool.ts';

const SIDE_MAX = 16_383;

const offset = (title: string, of: string) =>
  Type.Integer({
    title,
    minimum: 0,
    maximum: SIDE_MAX - 1,
    description: `${of} of the first pixel that is kept, in pixels from 0.`,
  });
const side = (title: string) =>
  Type.Integer({ title, minimum: 1, maximum: SIDE_MAX, description: `${title} of the result in pixels.` });
const ratio = (title: string, description: string) => Type.Number({ title, minimum: 0, maximum: 1, description });
const share = (title: string, of: string) =>
  Type.Number({ title, exclusiveMinimum: 0, maximum: 1, description: `As a share of the ${of} of the image, 0 to 1.` });

const box = Type.Object(
  {
    left: offset('Left', 'Column'),
    top: offset('Top', 'Row'),
    width: side('Width'),
    height: side('Height'),
  },
  {
    title: 'Box in pixels',
    additionalProperties: false,
    description: 'Exactly these pixels of the upright image. The box must be within the image.',
  },
);

const part = Type.Object(
  {
    left: ratio('Left', 'Left edge, as a share of the width of the image, 0 to 1.'),
    top: ratio('Top', 'Top edge, as a share of the height of the image, 0 to 1.'),
    width: share('Width', 'width'),
    height: share('Height', 'height'),
  },
  {
    title: 'Box in ratios',
    additionalProperties: false,
    description:
      'A box in shares of the sides of the upright image, for an image of any size. Its edges are rounded to whole pixels. left + width and top + height must be at most 1.',
  },
);

const window = Type.Object(
  {
    width: side('Width'),
    height: side('Height'),
    gravity: Type.Optional(
      Type.Enum([...GRAVITIES], {
        title: 'Gravity',
        default: 'center',
        description:
          'Position of the window: in the center, at an edge or corner (north is the top), at the part that attracts most attention (attention: skin, saturated colours, edges), or at the part with most detail (entropy).',
      }),
    ),
  },
  {
    title: 'Size and gravity',
    additionalProperties: false,
    description: 'A window of this size, not scaled. It must not be larger than the image.',
  },
);

export const cropSchema = Type.Object(
  {
    source: sourceArgument,
    box: Type.Optional(box),
    part: Type.Optional(part),
    window: Type.Optional(window),
    format: Type.Optional(formatArgument),
    quality: Type.Optional(qualityArgument),
    background: Type.Optional(backgroundArgument),
  },
  {
    ...closedInput,
    anyOf: [given('box', 'Box in pixels'), given('part', 'Box in ratios'), given('window', 'Size and gravity')],
    dependentSchemas: {
      box: { properties: { part: false, window: false } },
      part: { properties: { window: false } },
    },
  },
);

type Window = Defaulted<Static<typeof window>, 'gravity'>;
type Whole = Omit<Static<typeof cropSchema>, 'window'> & { readonly window?: Window };
export type CropArguments = Chainable<Defaulted<Whole, 'format'>>;
