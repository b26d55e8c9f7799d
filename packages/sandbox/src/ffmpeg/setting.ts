/**
 * The one setting that names ffmpeg. All apps that run ffmpeg read it, so that one app cannot refuse what another
 * measured with a different build.
 */
import { text } from '@farebox/kernel';

export const FFMPEG_SETTING = text('FAREBOX_FFMPEG', {
  description:
    'The ffmpeg that media are worked on with, 5.1 or later, as an absolute path; empty: the one on PATH. Without one, recordings are not decoded before they are paid for.',
  default: '',
});
