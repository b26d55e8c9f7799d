/** Schema parts that the video tools share. */
import { Type } from 'typebox';
import { RESULT_PICTURES_PER_SECOND_MAX, VIDEO_QUALITIES } from './encoding.ts';

export const videoQualityArgument = Type.Enum([...VIDEO_QUALITIES], {
  title: 'Quality',
  default: 'medium',
  description:
    'Quality of the result. medium: hardly any visible difference. low: smaller files. high and highest: for further editing, two and four times as large.',
});

export const picturesPerSecondArgument = Type.Integer({
  title: 'Frames per second',
  minimum: 1,
  maximum: RESULT_PICTURES_PER_SECOND_MAX,
  default: RESULT_PICTURES_PER_SECOND_MAX,
  description:
    'Highest frame rate of the result, in frames per second. Frames are left out only where the source has more.',
});
