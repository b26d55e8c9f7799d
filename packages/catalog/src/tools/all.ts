/** Made by `npm run generate` from the folders beside it. */
import type { ToolDefinition } from '../tool.ts';
import { audioAnalyze } from './audio-analyze/definition.ts';
import { audioConcat } from './audio-concat/definition.ts';
import { audioConvert } from './audio-convert/definition.ts';
import { audioMix } from './audio-mix/definition.ts';
import { audioNormalize } from './audio-normalize/definition.ts';
import { audioRemoveSilence } from './audio-remove-silence/definition.ts';
import { audioSpectrogram } from './audio-spectrogram/definition.ts';
import { audioTranscribe } from './audio-transcribe/definition.ts';
import { audioTrim } from './audio-trim/definition.ts';
import { audioWaveform } from './audio-waveform/definition.ts';
import { imageAdjust } from './image-adjust/definition.ts';
import { imageAnalyze } from './image-analyze/definition.ts';
import { imageCollage } from './image-collage/definition.ts';
import { imageCompare } from './image-compare/definition.ts';
import { imageConvert } from './image-convert/definition.ts';
import { imageCrop } from './image-crop/definition.ts';
import { imageGenerate } from './image-generate/definition.ts';
import { imageOptimize } from './image-optimize/definition.ts';
import { imageRemoveBackground } from './image-remove-background/definition.ts';
import { imageResize } from './image-resize/definition.ts';
import { imageStylize } from './image-stylize/definition.ts';
import { imageThumbnails } from './image-thumbnails/definition.ts';
import { imageUpscale } from './image-upscale/definition.ts';
import { imageWatermark } from './image-watermark/definition.ts';
import { rehearsal } from './rehearsal/definition.ts';
import { speechGenerate } from './speech-generate/definition.ts';
import { videoAnalyze } from './video-analyze/definition.ts';
import { videoClip } from './video-clip/definition.ts';
import { videoConcat } from './video-concat/definition.ts';
import { videoContactSheet } from './video-contact-sheet/definition.ts';
import { videoExtractAudio } from './video-extract-audio/definition.ts';
import { videoGenerate } from './video-generate/definition.ts';
import { videoPreview } from './video-preview/definition.ts';
import { videoReplaceAudio } from './video-replace-audio/definition.ts';
import { videoResize } from './video-resize/definition.ts';
import { videoThumbnails } from './video-thumbnails/definition.ts';
import { videoTranscode } from './video-transcode/definition.ts';

export const ALL_TOOLS: readonly ToolDefinition[] = [
  audioAnalyze,
  audioConcat,
  audioConvert,
  audioMix,
  audioNormalize,
  audioRemoveSilence,
  audioSpectrogram,
  audioTranscribe,
  audioTrim,
  audioWaveform,
  imageAdjust,
  imageAnalyze,
  imageCollage,
  imageCompare,
  imageConvert,
  imageCrop,
  imageGenerate,
  imageOptimize,
  imageRemoveBackground,
  imageResize,
  imageStylize,
  imageThumbnails,
  imageUpscale,
  imageWatermark,
  rehearsal,
  speechGenerate,
  videoAnalyze,
  videoClip,
  videoConcat,
  videoContactSheet,
  videoExtractAudio,
  videoGenerate,
  videoPreview,
  videoReplaceAudio,
  videoResize,
  videoThumbnails,
  videoTranscode,
];
