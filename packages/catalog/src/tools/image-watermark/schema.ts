/** The input of image-watermark: the mark is an image or a text, never both. */
import { COMPASS } from '../../image/formats.ts';
import { Type, type Static } from 'typebox';
import { fileArgument, type InputRef, type Chainable } from '../../files/file.ts';
import { backgroundArgument, closedInput, colour, formatArgument, given, qualityArgument } from '../../image/schema.ts';
import { sourceArgument } from '../../image/source.ts';
import type { Defaulted } from '../../tool.ts';

const TEXT_MAX = 200;
const MARGIN_MAX = 8192;

export const watermarkSchema = Type.Object(
  {
    source: sourceArgument,
    image: Type.Optional(
      fileArgument(
        'Mark image',
        'An image as the mark, preferably a PNG with transparency: an upload or an artifact; at most 40 megapixels.',
      ),
    ),
    text: Type.Optional(
      Type.String({
        title: 'Mark text',
        minLength: 1,
        maxLength: TEXT_MAX,
        description:
          'A text as the mark, of one or several lines, drawn unchanged in DejaVu Sans: Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian, Georgian, Lao and many symbols. A character that the font does not have is an error.',
      }),
    ),
    color: Type.Optional(colour('Text colour', 'Colour #rrggbb of the text; white by default.')),
    position: Type.Optional(
      Type.Enum([...COMPASS], {
        title: 'Position',
        default: 'south-east',
        description: 'Position of the mark; north is the top. Ignored with tile.',
      }),
    ),
    margin: Type.Optional(
      Type.Integer({
        title: 'Margin',
        minimum: 0,
        maximum: MARGIN_MAX,
        default: 16,
        description:
          'Pixels between the mark and the edges, or between one tile and the next; fewer if the image is too small.',
      }),
    ),
    scale: Type.Optional(
      Type.Number({
        title: 'Scale',
        minimum: 0.01,
        maximum: 1,
        default: 0.25,
        description:
          'Width of the mark as a share of the width of the image. The mark keeps its proportions, and is smaller if it would not fit between the margins.',
      }),
    ),
    opacity: Type.Optional(
      Type.Number({
        title: 'Opacity',
        minimum: 0.01,
        maximum: 1,
        default: 0.5,
        description:
          'Opacity as a share of 1: at 1 the mark hides everything behind it. Transparency of a mark image is kept.',
      }),
    ),
    tile: Type.Optional(
      Type.Boolean({
        title: 'Tile',
        default: false,
        description: 'Repeats the mark over the whole image, from its top left corner.',
      }),
    ),
    format: Type.Optional(formatArgument),
    quality: Type.Optional(qualityArgument),
    background: Type.Optional(backgroundArgument),
  },
  {
    ...closedInput,
    anyOf: [given('image', 'Mark image'), given('text', 'Mark text')],
    if: { properties: { image: { title: 'Mark image' } }, required: ['image'] },
    then: { properties: { text: false, color: false } },
  },
);

type Given = Chainable<
  Defaulted<Static<typeof watermarkSchema>, 'position' | 'margin' | 'scale' | 'opacity' | 'tile' | 'format'>
>;

export type WatermarkArguments = Omit<Given, 'image'> & { readonly image?: InputRef };
