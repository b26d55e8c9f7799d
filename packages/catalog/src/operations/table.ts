/**
 * Made by `npm run generate`: every operation, as the folder of its tool declares it. A plan that names another one, or gives it
 * other parameters, does not compile; neither does the worker of an engine while one of its operations has no implementation.
 */
import { analyzeAudio } from '../tools/audio-analyze/operation.ts';
import { concatAudio } from '../tools/audio-concat/operation.ts';
import { convertAudio } from '../tools/audio-convert/operation.ts';
import { mixAudio } from '../tools/audio-mix/operation.ts';
import { normalizeAudio } from '../tools/audio-normalize/operation.ts';
import { removeSilence } from '../tools/audio-remove-silence/operation.ts';
import { drawSpectrogram } from '../tools/audio-spectrogram/operation.ts';
import { transcribe } from '../tools/audio-transcribe/operation.ts';
import { trimAudio } from '../tools/audio-trim/operation.ts';
import { drawWaveform } from '../tools/audio-waveform/operation.ts';
import { adjust } from '../tools/image-adjust/operation.ts';
import { analyze } from '../tools/image-analyze/operation.ts';
import { collage } from '../tools/image-collage/operation.ts';
import { compare } from '../tools/image-compare/operation.ts';
import { convert } from '../tools/image-convert/operation.ts';
import { crop } from '../tools/image-crop/operation.ts';
import { generateImage } from '../tools/image-generate/operation.ts';
import { optimize } from '../tools/image-optimize/operation.ts';
import { predictCutout } from '../tools/image-remove-background/operation.ts';
import { resize } from '../tools/image-resize/operation.ts';
import { predictImage } from '../tools/image-stylize/operation.ts';
import { thumbnails } from '../tools/image-thumbnails/operation.ts';
import { predictUpscale } from '../tools/image-upscale/operation.ts';
import { watermark } from '../tools/image-watermark/operation.ts';
import { rehearse } from '../tools/rehearsal/operation.ts';
import { generateSpeech } from '../tools/speech-generate/operation.ts';
import { analyzeVideo } from '../tools/video-analyze/operation.ts';
import { clipVideo } from '../tools/video-clip/operation.ts';
import { concatVideo } from '../tools/video-concat/operation.ts';
import { sheetVideo } from '../tools/video-contact-sheet/operation.ts';
import { extractAudio } from '../tools/video-extract-audio/operation.ts';
import { predictVideo } from '../tools/video-generate/operation.ts';
import { previewVideo } from '../tools/video-preview/operation.ts';
import { replaceAudio } from '../tools/video-replace-audio/operation.ts';
import { resizeVideo } from '../tools/video-resize/operation.ts';
import { thumbnailVideo } from '../tools/video-thumbnails/operation.ts';
import { transcodeVideo } from '../tools/video-transcode/operation.ts';
import { runTool } from '../own/operation.ts';

export const OPERATIONS = {
  'analyze-audio': analyzeAudio,
  'concat-audio': concatAudio,
  'convert-audio': convertAudio,
  'mix-audio': mixAudio,
  'normalize-audio': normalizeAudio,
  'remove-silence': removeSilence,
  'draw-spectrogram': drawSpectrogram,
  transcribe,
  'trim-audio': trimAudio,
  'draw-waveform': drawWaveform,
  adjust,
  analyze,
  collage,
  compare,
  convert,
  crop,
  'generate-image': generateImage,
  optimize,
  'predict-cutout': predictCutout,
  resize,
  'predict-image': predictImage,
  thumbnails,
  'predict-upscale': predictUpscale,
  watermark,
  rehearse,
  'generate-speech': generateSpeech,
  'analyze-video': analyzeVideo,
  'clip-video': clipVideo,
  'concat-video': concatVideo,
  'sheet-video': sheetVideo,
  'extract-audio': extractAudio,
  'predict-video': predictVideo,
  'preview-video': previewVideo,
  'replace-audio': replaceAudio,
  'resize-video': resizeVideo,
  'thumbnail-video': thumbnailVideo,
  'transcode-video': transcodeVideo,
  'run-tool': runTool,
} as const;
