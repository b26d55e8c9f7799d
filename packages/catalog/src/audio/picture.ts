/** The picture that an audio tool draws: the sizes that a client may ask for, and the bounds for later steps. */
import { Type } from 'typebox';
import { exactSize, type FileBounds } from '../files/bounds.ts';
import type { Defaulted } from '../tool.ts';
import type { Size } from '../units.ts';

const SIDE_MIN = 16;
const WIDTH_MAX = 4096;
const HEIGHT_MAX = 2048;

const side = (title: string, maximum: number, byDefault: number) =>
  Type.Optional(
    Type.Integer({
      title,
      minimum: SIDE_MIN,
      maximum,
      default: byDefault,
      description: `${title} of the picture in pixels.`,
    }),
  );

/** Fields of an input schema. */
export const pictureArguments = ({ width, height }: Size) => ({
  width: side('Width', WIDTH_MAX, width),
  height: side('Height', HEIGHT_MAX, height),
});

export type PictureArguments<T extends { readonly width?: unknown; readonly height?: unknown }> = Defaulted<
  T,
  'width' | 'height'
>;

export const pngOf = ({ width, height }: Size): FileBounds => ({
  mimeTypes: ['image/png'],
  sizes: [exactSize({ width, height })],
});
