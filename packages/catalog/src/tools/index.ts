/** All tools. A new one is a folder here, a line below, and an entry of the price table. */
import type { ToolDefinition } from '../tool.ts';
import { audioConvert } from './audio-convert/definition.ts';
import { imageAdjust } from './image-adjust/definition.ts';
import { imageAnalyze } from './image-analyze/definition.ts';
import { imageCollage } from './image-collage/definition.ts';
import { imageCompare } from './image-compare/definition.ts';
import { imageConvert } from './image-convert/definition.ts';
import { imageCrop } from './image-crop/definition.ts';
import { imageOptimize } from './image-optimize/definition.ts';
import { imageResize } from './image-resize/definition.ts';
import { imageThumbnails } from './image-thumbnails/definition.ts';
import { imageWatermark } from './image-watermark/definition.ts';
import { PROVIDER_TOOLS } from './provider-tools.ts';
import { rehearsal } from './rehearsal/definition.ts';

export const TOOLS: readonly ToolDefinition[] = [
  imageAdjust,
  imageAnalyze,
  imageCollage,
  imageCompare,
  imageConvert,
  imageCrop,
  imageOptimize,
  imageResize,
  imageThumbnails,
  imageWatermark,
  ...PROVIDER_TOOLS,
  audioConvert,
];
/** Offered only on request: it does nothing a customer would pay for. */
export const REHEARSAL_TOOLS: readonly ToolDefinition[] = [rehearsal];
