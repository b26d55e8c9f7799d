/** The one setting that says which ffmpeg: every app that runs it reads the same, so that what one measures another does not deny. */
import { text } from '@farebox/kernel';

export const FFMPEG_SETTING = text('FAREBOX_FFMPEG', {
  description:
    'The ffmpeg that media are worked on with, 5.1 or later, as an absolute path; empty: the one on PATH. Without one, recordings are not decoded before they are paid for.',
  default: '',
});
