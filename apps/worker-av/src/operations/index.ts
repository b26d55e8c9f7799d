/** Made by `npm run generate`: the operations that ffmpeg does, one a file, by the name that plans use. */
import type { Studio } from '../studio.ts';
import { convertAudio } from './convert-audio.ts';
import { drawSpectrogram } from './draw-spectrogram.ts';
import { drawWaveform } from './draw-waveform.ts';
import { resizeVideo } from './resize-video.ts';
import { transcodeVideo } from './transcode-video.ts';
import { trimAudio } from './trim-audio.ts';

export const avOperations = (studio: Studio) => ({
  'convert-audio': convertAudio(studio),
  'draw-spectrogram': drawSpectrogram(studio),
  'draw-waveform': drawWaveform(studio),
  'resize-video': resizeVideo(studio),
  'transcode-video': transcodeVideo(studio),
  'trim-audio': trimAudio(studio),
});
