/** Which formats of sound and video this deployment can make: settings of the gateway, which runs no ffmpeg and only needs to know what is offered. */
import {
  AUDIO_FORMAT_NAMES,
  type AudioFormat,
  type Field,
  VIDEO_FORMAT_NAMES,
  type VideoFormat,
} from '@farebox/kernel';

export const ffmpegOfferFields = {
  audioFormats: formats<AudioFormat>('FAREBOX_AUDIO_FORMATS', AUDIO_FORMAT_NAMES, {
    what: 'Formats',
    without: 'the audio tools are not offered',
  }),
  videoFormats: formats<VideoFormat>('FAREBOX_VIDEO_FORMATS', VIDEO_FORMAT_NAMES, {
    what: 'Encodings of video',
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
    description: `${what} that the ffmpeg of worker-av can write, of ${known.join(',')}; empty: ${without}. npm start finds out by itself.`,
    defaultText: '',
    secret: false,
    parse(value) {
      const names = value
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
      const wrong = names.filter((name) => !known.includes(name));
      if (wrong.length > 0) throw new Error(`names what is none of ${known.join(', ')}: ${wrong.join(', ')}`);
      return new Set(names as F[]);
    },
  };
}
