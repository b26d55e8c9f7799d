/**
 * Settings of the gateway: the audio and video formats that this deployment can write. The gateway runs no ffmpeg; it
 * only needs to know what to offer.
 */
import {
  AUDIO_FORMAT_NAMES,
  type AudioFormat,
  type Field,
  VIDEO_FORMAT_NAMES,
  type VideoFormat,
} from '@farebox/kernel';

export const ffmpegOfferFields = {
  audioFormats: formats<AudioFormat>('FAREBOX_AUDIO_FORMATS', AUDIO_FORMAT_NAMES, {
    what: 'Audio formats',
    without: 'the audio tools are not offered',
  }),
  videoFormats: formats<VideoFormat>('FAREBOX_VIDEO_FORMATS', VIDEO_FORMAT_NAMES, {
    what: 'Video encodings',
    without: 'the tools that make video are not offered',
  }),
};

function formats<F extends string>(
  variable: string,
  known: readonly string[],
  { what, without }: { what: string; without: string },
): Field<ReadonlySet<F>> {
  return {
    variable,
    description: `${what} that the ffmpeg of worker-av can write, separated by commas; known are ${known.join(',')}; empty: ${without}. npm start detects them.`,
    defaultText: '',
    secret: false,
    parse(value) {
      const names = value
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
      const wrong = names.filter((name) => !known.includes(name));
      if (wrong.length > 0) throw new Error(`has unknown names: ${wrong.join(', ')}; known are ${known.join(', ')}`);
      return new Set(names as F[]);
    },
  };
}
