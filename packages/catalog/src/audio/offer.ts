/** Which formats of sound this deployment can make: a setting of the gateway, which runs no ffmpeg and only needs to know what is offered. */
import { AUDIO_FORMAT_NAMES, type AudioFormat, type Field } from '@tollgate/kernel';

const NAMES: readonly string[] = AUDIO_FORMAT_NAMES;

export const audioOfferFields = { audioFormats: audioFormats() };

function audioFormats(): Field<ReadonlySet<AudioFormat>> {
  return {
    variable: 'TOLLGATE_AUDIO_FORMATS',
    description: `Formats that the ffmpeg of worker-av can write, of ${NAMES.join(',')}; empty: the audio tools are not offered. npm start finds out by itself.`,
    defaultText: '',
    secret: false,
    parse(value) {
      const names = value
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
      const wrong = names.filter((name) => !NAMES.includes(name));
      if (wrong.length > 0) throw new Error(`names what is none of ${NAMES.join(', ')}: ${wrong.join(', ')}`);
      return new Set(names as AudioFormat[]);
    },
  };
}
