/**
 * Uses the ffmpeg of this machine for a local start: with it, the audio and video tools are offered and a worker runs
 * them.
 */
import { findFfmpeg, HOW_TO_GET_FFMPEG } from '@farebox/sandbox';
import type { Environment } from './options.ts';

export interface LocalFfmpeg {
  /** Environment with the ffmpeg settings; without ffmpeg, no av worker starts. */
  readonly env: Environment;
  /** Text for the terminal; null if ffmpeg was found. */
  readonly missing: string | null;
}

/** Explicit settings stay unchanged: another machine may do the work. */
export function withFfmpeg(env: Environment): LocalFfmpeg {
  const found = findFfmpeg(env['FAREBOX_FFMPEG'] ?? '', env['PATH'] ?? '');
  if (!found.ok) {
    const { FAREBOX_FFMPEG: _, ...rest } = env;
    return {
      env: rest,
      missing: `The audio and video tools are not available: ${found.problem}. To enable them, ${HOW_TO_GET_FFMPEG}`,
    };
  }
  const { path, formats, videoFormats } = found.ffmpeg;
  const offered = {
    FAREBOX_AUDIO_FORMATS: formats.join(','),
    FAREBOX_VIDEO_FORMATS: videoFormats.join(','),
  };
  return { env: { ...offered, ...env, FAREBOX_FFMPEG: path }, missing: null };
}
