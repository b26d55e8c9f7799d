/** image-resize: another size and, if requested, another format. */
import { EXAMPLE_PHOTO } from '../../files/samples.ts';
import { sourceUses } from '../../image/source.ts';
import { defineTool } from '../../tool.ts';
import { planResize } from './plan.ts';
import { type ResizeArguments, resizeSchema } from './schema.ts';

export const imageResize = defineTool<ResizeArguments>({
  name: 'image-resize',
  title: 'Resize an image',
  description:
    'Makes one image artifact of the requested size (pixels), in the format of the source or another one. Give width, height or both; fit defines how the image meets both. ' +
    'EXIF orientation is applied, colours are converted to sRGB, all metadata is removed. Never enlarges unless allowEnlargement is true. For an animation, the first frame is used.',
  category: 'image',
  inputSchema: resizeSchema,
  example: { source: EXAMPLE_PHOTO, width: 1024, height: 1024, fit: 'inside', format: 'webp' },
  models: [],
  maxRuntimeSeconds: 180,
  modelOf: () => null,
  fileUses: sourceUses,
  plan: planResize,
});
