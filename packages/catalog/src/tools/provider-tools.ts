/** Tools that run on external services; offered where one is configured for them. */
import type { ToolDefinition } from '../tool.ts';
import { audioTranscribe } from './audio-transcribe/definition.ts';
import { imageGenerate } from './image-generate/definition.ts';
import { imageRemoveBackground } from './image-remove-background/definition.ts';
import { imageStylize } from './image-stylize/definition.ts';
import { imageUpscale } from './image-upscale/definition.ts';
import { speechGenerate } from './speech-generate/definition.ts';
import { videoGenerate } from './video-generate/definition.ts';

export const PROVIDER_TOOLS: readonly ToolDefinition[] = [
  imageGenerate,
  imageRemoveBackground,
  imageStylize,
  imageUpscale,
  speechGenerate,
  audioTranscribe,
  videoGenerate,
];
