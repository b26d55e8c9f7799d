/** image-thumbnails: an image in several sizes, made by one run. */
import { EXAMPLE_PHOTO } from '../../files/samples.ts';
import { sourceUses } from '../../image/source.ts';
import { defineTool } from '../../tool.ts';
import { planThumbnails } from './plan.ts';
import { type ThumbnailsArguments, thumbnailsSchema } from './schema.ts';

export const imageThumbnails = defineTool<ThumbnailsArguments>({
  name: 'image-thumbnails',
  title: 'Make thumbnails',
  description:
    'Makes an image artifact for each requested size (pixels), in order: output.artifacts[0] is that of sizes[0]. A later step of a pipeline refers to it by that position. ' +
    'The image is read once. Each size is fitted as by image-resize. EXIF orientation is applied, colours are converted to sRGB, all metadata is removed. ' +
    'For an animation, the first frame is used.',
  category: 'image',
  inputSchema: thumbnailsSchema,
  example: {
    source: EXAMPLE_PHOTO,
    sizes: [{ width: 1024 }, { width: 320, height: 320, fit: 'cover' }, { height: 96 }],
    format: 'webp',
  },
  models: [],
  maxRuntimeSeconds: 180,
  modelOf: () => null,
  fileUses: sourceUses,
  plan: planThumbnails,
});
