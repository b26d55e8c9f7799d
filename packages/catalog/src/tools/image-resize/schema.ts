/** The input of image-resize. */
import type { Chainable } from '../../files/file.ts';
import { Type, type Static } from 'typebox';
import {
  closedInput,
  colour,
  fitArgument,
  formatArgument,
  given,
  qualityArgument,
  targetSide,
} from '../../image/schema.ts';
import { sourceArgument } from '../../image/source.ts';
import type { Defaulted } from '../../tool.ts';

const SIDE_MAX = 8192;

export const resizeSchema = Type.Object(
  {
    source: sourceArgument,
    width: Type.Optional(targetSide('Width', { most: SIDE_MAX })),
    height: Type.Optional(targetSide('Height', { most: SIDE_MAX })),
    fit: Type.Optional(fitArgument),
    allowEnlargement: Type.Optional(
      Type.Boolean({
        title: 'Allow enlargement',
        default: false,
        description:
          'Whether the image may be enlarged. If not, a side that would grow keeps its length; only the padding of contain may exceed it.',
      }),
    ),
    format: Type.Optional(formatArgument),
    quality: Type.Optional(qualityArgument),
    background: Type.Optional(
      colour(
        'Background',
        'Colour #rrggbb of the padding of contain, and behind transparent pixels of a JPEG. Default: transparent if the format supports it, else white.',
      ),
    ),
  },
  { ...closedInput, anyOf: [given('width', 'Width'), given('height', 'Height')] },
);

export type ResizeArguments = Chainable<Defaulted<Static<typeof resizeSchema>, 'fit' | 'allowEnlargement' | 'format'>>;
