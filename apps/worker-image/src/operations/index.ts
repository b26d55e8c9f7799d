/** Made by `npm run generate`: the operations that run in a child process, one a file, by the name that plans use. */
import { adjust } from './adjust.ts';
import { analyze } from './analyze.ts';
import { collage } from './collage.ts';
import { compare } from './compare.ts';
import { convert } from './convert.ts';
import { crop } from './crop.ts';
import { optimize } from './optimize.ts';
import { resize } from './resize.ts';
import { thumbnails } from './thumbnails.ts';
import { watermark } from './watermark.ts';
import type { ChildOperations } from './operation.ts';

export const CHILD_OPERATIONS: ChildOperations = {
  adjust,
  analyze,
  collage,
  compare,
  convert,
  crop,
  optimize,
  resize,
  thumbnails,
  watermark,
};
