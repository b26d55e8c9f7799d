/** Schema parts that the video tools share. */
import { Type } from 'typebox';
import { RESULT_PICTURES_PER_SECOND_MAX, VIDEO_QUALITIES } from './encoding.ts';

export const videoQualityArgument = Type.Enum([...VIDEO_QUALITIES], {
  title: 'Quality',
  default: 'medium',
  description:
    'How much of the picture is kept. medium: hardly any difference is seen. low: smaller files. high and highest: for editing on, two and four times as large.',
});

export const picturesPerSecondArgument = Type.Integer({
  title: 'Pictures a second',
  minimum: 1,
  maximum: RESULT_PICTURES_PER_SECOND_MAX,
  default: RESULT_PICTURES_PER_SECOND_MAX,
  description: 'The most pictures a second of the result. A source that has no more keeps its own.',
});
