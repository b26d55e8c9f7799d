/** Made by `npm run generate`: the operations that ffmpeg does, one a file, by the name that plans use. */
import type { Implementations } from '@farebox/worker';
import type { Studio } from '../studio.ts';
import { analyzeAudio } from './analyze-audio.ts';
import { analyzeVideo } from './analyze-video.ts';
import { clipVideo } from './clip-video.ts';
import { concatAudio } from './concat-audio.ts';
import { concatVideo } from './concat-video.ts';
import { convertAudio } from './convert-audio.ts';
import { drawSpectrogram } from './draw-spectrogram.ts';
import { drawWaveform } from './draw-waveform.ts';
import { extractAudio } from './extract-audio.ts';
import { mixAudio } from './mix-audio.ts';
import { normalizeAudio } from './normalize-audio.ts';
import { previewVideo } from './preview-video.ts';
import { removeSilence } from './remove-silence.ts';
import { replaceAudio } from './replace-audio.ts';
import { resizeVideo } from './resize-video.ts';
import { sheetVideo } from './sheet-video.ts';
import { thumbnailVideo } from './thumbnail-video.ts';
import { transcodeVideo } from './transcode-video.ts';
import { trimAudio } from './trim-audio.ts';

export const avOperations = (studio: Studio): Implementations<'av'> => ({
  'analyze-audio': analyzeAudio(studio),
  'analyze-video': analyzeVideo(studio),
  'clip-video': clipVideo(studio),
  'concat-audio': concatAudio(studio),
  'concat-video': concatVideo(studio),
  'convert-audio': convertAudio(studio),
  'draw-spectrogram': drawSpectrogram(studio),
  'draw-waveform': drawWaveform(studio),
  'extract-audio': extractAudio(studio),
  'mix-audio': mixAudio(studio),
  'normalize-audio': normalizeAudio(studio),
  'preview-video': previewVideo(studio),
  'remove-silence': removeSilence(studio),
  'replace-audio': replaceAudio(studio),
  'resize-video': resizeVideo(studio),
  'sheet-video': sheetVideo(studio),
  'thumbnail-video': thumbnailVideo(studio),
  'transcode-video': transcodeVideo(studio),
  'trim-audio': trimAudio(studio),
});
