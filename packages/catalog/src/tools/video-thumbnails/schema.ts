/** The input of video-thumbnails: frames at given times, or a number of frames at even distances. */
import type { Chainable } from '../../files/file.ts';
import { type Static, Type } from 'typebox';
import { closedInput, colour, given } from '../../image/schema.ts';
import type { Defaulted } from '../../tool.ts';
import {
  PICTURE_FITS,
  boxSide,
  noQualityOf,
  pictureFormatArgument,
  pictureQualityArgument,
} from '../../video/pictures.ts';
import { VIDEO_SECONDS_MAX, videoArgument } from '../../video/source.ts';

/** The limit for one execution, because one run of ffmpeg writes all pictures. */
const PICTURES_MAX = 16;
const SIDE_MAX = 4096;

export const videoThumbnailsSchema = Type.Object(
  {
    source: videoArgument,
    times: Type.Optional(
      Type.Array(Type.Number({ title: 'Seconds', minimum: 0, maximum: VIDEO_SECONDS_MAX }), {
        title: 'Times',
        minItems: 1,
        maxItems: PICTURES_MAX,
        description:
          'Seconds from the start, to the millisecond; one artifact for each, in this order, of the frame that is shown at that time. After the last frame, it is the last one.',
      }),
    ),
    count: Type.Optional(
      Type.Integer({
        title: 'Count',
        minimum: 1,
        maximum: PICTURES_MAX,
        description: 'Instead of times: the number of pictures, from the middles of as many equal parts of the video.',
      }),
    ),
    width: Type.Optional(boxSide('Width', { most: SIDE_MAX, preset: 640 })),
    height: Type.Optional(boxSide('Height', { most: SIDE_MAX, preset: 640 })),
    fit: Type.Optional(
      Type.Enum([...PICTURE_FITS], {
        title: 'Fit',
        default: 'inside',
        description:
          'How a frame is fitted to width and height. inside: as large as fits within them, never enlarged. cover: exactly that size, cropped around the centre. contain: exactly that size, padded with the background.',
      }),
    ),
    background: Type.Optional(colour('Background', 'Colour #rrggbb of the padding of contain; black by default.')),
    format: Type.Optional(pictureFormatArgument),
    quality: Type.Optional(pictureQualityArgument),
  },
  {
    ...closedInput,
    anyOf: [given('times', 'Times'), given('count', 'Count')],
    dependentSchemas: { times: { properties: { count: false } } },
    allOf: [noQualityOf('format', 'png')],
  },
);

export type VideoThumbnailsArguments = Chainable<
  Defaulted<Static<typeof videoThumbnailsSchema>, 'width' | 'height' | 'fit' | 'format'>
>;
