/** image-thumbnails: a picture in several sizes, by one run. */
import { EXAMPLE_PHOTO } from '../../files/samples.ts';
import { sourceUses } from '../../image/source.ts';
import { defineTool } from '../../tool.ts';
import { planThumbnails } from './plan.ts';
import { type ThumbnailsArguments, thumbnailsSchema } from './schema.ts';

export const imageThumbnails = defineTool<ThumbnailsArguments>({
  name: 'image-thumbnails',
  title: 'Make thumbnails',
  description:
    'Makes an image artifact for each of the sizes asked for (pixels), in their order: output.artifacts[0] is of sizes[0]; a later step of a pipeline names it by that position. ' +
    'The image is read once. Each size is met as image-resize does; EXIF orientation is applied, colours are converted to sRGB, all metadata is removed. ' +
    'Of an animation the first frame is used.',
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
