/** The input of image-convert. An option that the chosen model does not support is refused, not ignored. */
import type { Chainable } from '../../files/file.ts';
import { Type, type Static } from 'typebox';
import { closedInput, colour } from '../../image/schema.ts';
import { sourceArgument } from '../../image/source.ts';
import { IMAGE_FORMATS, type ImageFormat } from '../../image/formats.ts';

/** The model is the format of the result. */
export type ConvertModel = ImageFormat;

/**
 * If the model is one of these, these fields do not apply: a form hides them. Before a model is chosen, all fields
 * apply.
 */
const without = (models: readonly ConvertModel[], fields: readonly string[]) => ({
  if: { properties: { model: { title: 'Format', enum: models } }, required: ['model'] },
  then: { properties: Object.fromEntries(fields.map((field) => [field, false])) },
});

export const convertSchema = Type.Object(
  {
    source: sourceArgument,
    model: Type.Enum([...IMAGE_FORMATS], { title: 'Format', description: 'Format of the result.' }),
    quality: Type.Optional(
      Type.Integer({
        title: 'Quality',
        minimum: 1,
        maximum: 100,
        description: 'jpeg (default 82), webp (default 80), avif (default 55). 100 is the best and largest.',
      }),
    ),
    lossless: Type.Optional(
      Type.Boolean({ title: 'Lossless', description: 'webp and avif: keeps every pixel exactly. Default false.' }),
    ),
    progressive: Type.Optional(
      Type.Boolean({
        title: 'Progressive',
        description: 'jpeg: shows a coarse image first while loading. Default false.',
      }),
    ),
    background: Type.Optional(colour('Background', 'jpeg: colour #rrggbb behind transparent pixels. Default white.')),
  },
  {
    ...closedInput,
    allOf: [
      without(['jpeg'], ['lossless']),
      without(['png'], ['quality', 'lossless', 'progressive', 'background']),
      without(['webp', 'avif'], ['progressive', 'background']),
    ],
  },
);

export type ConvertArguments = Chainable<Static<typeof convertSchema>>;
