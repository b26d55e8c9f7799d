/** The ffmpeg of this machine beside every local start: where there is one, the audio and video tools are offered and a worker does them. */
import { findFfmpeg, HOW_TO_GET_FFMPEG } from '@farebox/ffmpeg';
import type { Environment } from './options.ts';

export interface LocalFfmpeg {
  /** With what was found in it; without, no av worker is started. */
  readonly env: Environment;
  /** For the person at the terminal; null where there is nothing to say. */
  readonly missing: string | null;
}

/** What somebody has set stays: another machine may do the work. */
export function withFfmpeg(env: Environment): LocalFfmpeg {
  const found = findFfmpeg(env['FAREBOX_FFMPEG'] ?? '', env['PATH'] ?? '');
  if (!found.ok) {
    const { FAREBOX_FFMPEG: _, ...rest } = env;
    return {
      env: rest,
      missing: `The audio and video tools are not offered: ${found.problem}. To have them, ${HOW_TO_GET_FFMPEG}`,
    };
  }
  const { path, formats, videoFormats } = found.ffmpeg;
  const offered = {
    FAREBOX_AUDIO_FORMATS: formats.join(','),
    FAREBOX_VIDEO_FORMATS: videoFormats.join(','),
  };
  return { env: { ...offered, ...env, FAREBOX_FFMPEG: path }, missing: null };
}
