/** The operation `resize-video`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { FITS } from '../../image/formats.ts';
import { operation } from '../../operations/declaration.ts';
import { colour, side } from '../../operations/parameters.ts';
import { VIDEO_QUALITIES } from '../../video/encoding.ts';

export const resizeVideo = operation({
  engine: 'av',
  parameters: {
    width: Type.Optional(side),
    height: Type.Optional(side),
    fit: Type.Enum([...FITS]),
    allowEnlargement: Type.Boolean(),
    background: colour,
    quality: Type.Enum([...VIDEO_QUALITIES]),
  },
  inputs: ['source'],
  artifacts: 'one',
});
