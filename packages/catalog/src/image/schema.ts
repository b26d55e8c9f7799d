/** Schema parts that the image tools share. */
import { Type } from 'typebox';
import { FITS, IMAGE_FORMATS } from './formats.ts';

/** Every input schema names its dialect and rejects unknown fields. */
export const closedInput = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  additionalProperties: false,
} as const;

export const colour = (title: string, description: string) =>
  Type.String({ title, pattern: '^#[0-9a-fA-F]{6}$', description });

export const formatArgument = Type.Enum(['source', ...IMAGE_FORMATS], {
  title: 'Format',
  default: 'source',
  description: 'Format of the result; source keeps that of the source.',
});

export const qualityArgument = Type.Integer({
  title: 'Quality',
  minimum: 1,
  maximum: 100,
  description:
    'Quality of a JPEG, WebP or AVIF result; by default a good one for the format. PNG is lossless and has none.',
});

/** The background for tools whose result loses transparency only if it is a JPEG. */
export const backgroundArgument = colour(
  'Background',
  'Colour #rrggbb behind transparent pixels of a JPEG; white by default.',
);

/** One side of a size; the other may be omitted. @param how completes "Target width in pixels". */
export const targetSide = (
  title: 'Width' | 'Height',
  { least = 1, most, how = '' }: { readonly least?: number; readonly most: number; readonly how?: string },
) =>
  Type.Integer({
    title,
    minimum: least,
    maximum: most,
    description: `Target ${title.toLowerCase()} in pixels${how}. If only one of the two is given, the other follows from the aspect ratio.`,
  });

export const fitArgument = Type.Enum([...FITS], {
  title: 'Fit',
  default: 'inside',
  description:
    'How the image is fitted to width and height. inside: as large as fits within them. outside: as small as covers them. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background. fill: exactly that size, stretched.',
});

/** One alternative of `anyOf`. It names its field again, because form generators look at each alternative separately. */
export const given = (field: string, title: string) => ({
  title: `${title} given`,
  properties: { [field]: { title } },
  required: [field],
});
