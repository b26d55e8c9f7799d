/** The input of image-adjust: adjustments are applied in a fixed order, whatever the order of the fields. */
import type { Chainable } from '../../files/file.ts';
import { Type, type Static } from 'typebox';
import { closedInput, colour, formatArgument, given, qualityArgument } from '../../image/schema.ts';
import { sourceArgument } from '../../image/source.ts';
import type { Defaulted } from '../../tool.ts';

const factor = (title: string, description: string) => Type.Number({ title, minimum: 0, maximum: 10, description });

const adjustments = {
  trim: Type.Optional(
    Type.Integer({
      title: 'Trim',
      minimum: 0,
      maximum: 254,
      description:
        'Cuts off edges that look like the top left pixel. The value (0 to 255) is how far a channel may differ from that pixel; 10 is a good start. An image of one colour, or with a side below 3 pixels, is not trimmed.',
    }),
  ),
  rotate: Type.Optional(
    Type.Number({
      title: 'Rotate',
      minimum: -360,
      maximum: 360,
      description:
        'Degrees clockwise. At angles other than right angles, the result grows to hold the whole image, and its corners show the background.',
    }),
  ),
  flip: Type.Optional(Type.Boolean({ title: 'Flip', description: 'Mirrors top and bottom.' })),
  flop: Type.Optional(Type.Boolean({ title: 'Flop', description: 'Mirrors left and right.' })),
  blur: Type.Optional(
    Type.Number({
      title: 'Blur',
      minimum: 0.3,
      maximum: 30,
      description: 'Sigma of a Gaussian blur in pixels: 1 is soft, 10 hides faces and text in an image of web size.',
    }),
  ),
  sharpen: Type.Optional(
    Type.Number({
      title: 'Sharpen',
      minimum: 0.3,
      maximum: 10,
      description: 'Sigma of the sharpening mask in pixels: 0.5 to 1 after scaling down, 2 for a soft photo.',
    }),
  ),
  brightness: Type.Optional(factor('Brightness', 'Factor for the lightness: 1 changes nothing, 2 is twice as bright.')),
  saturation: Type.Optional(
    factor('Saturation', 'Factor for the saturation: 1 changes nothing, 0 makes the image grey.'),
  ),
  hue: Type.Optional(
    Type.Integer({
      title: 'Hue',
      minimum: -360,
      maximum: 360,
      description: 'Degrees by which the hue of all colours is rotated.',
    }),
  ),
  grayscale: Type.Optional(
    Type.Boolean({ title: 'Grayscale', description: 'Removes all colour and keeps the lightness.' }),
  ),
};

export const adjustSchema = Type.Object(
  {
    source: sourceArgument,
    ...adjustments,
    format: Type.Optional(formatArgument),
    quality: Type.Optional(qualityArgument),
    background: Type.Optional(
      colour(
        'Background',
        'Colour #rrggbb of the corners of a rotated image, and behind transparent pixels of a JPEG. Default: transparent if the format supports it, else white.',
      ),
    ),
  },
  {
    ...closedInput,
    anyOf: Object.entries(adjustments).map(([field, schema]) =>
      given(field, (schema as { readonly title?: string }).title ?? field),
    ),
  },
);

export type AdjustArguments = Chainable<Defaulted<Static<typeof adjustSchema>, 'format'>>;
