/** video-resize: the same video in another size. */
import type { BoundsOf, SizeBounds } from '../../files/bounds.ts';
import { EXAMPLE_VIDEO } from '../../files/samples.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { VIDEO_PIXELS_MAX, VIDEO_SIDE_MAX } from '../../video/limits.ts';
import { isTooLargeVideo, resizedVideoBounds } from '../../video/size.ts';
import { COLOURS_TOLD, encodedPlan, RUN_TIME_TOLD, videoBounds, videoUses } from '../../video/source.ts';
import { type ResizeVideoArguments, resizeVideoSchema } from './schema.ts';

export const videoResize = defineTool<ResizeVideoArguments>({
  name: 'video-resize',
  title: 'Resize a video',
  description:
    'Makes one MP4 artifact (H.264, AAC) of the requested size (pixels, rounded down to even numbers). Give width, height or both; fit defines how the video meets both. ' +
    'The video is turned upright first. It keeps its duration and its first audio track. Each frame keeps its time, also at a variable frame rate; above 60 frames per second, some are left out. All metadata is removed. ' +
    'Never enlarges unless allowEnlargement is true. ' +
    COLOURS_TOLD +
    RUN_TIME_TOLD +
    'Charged by started megapixel-seconds of the source or the result, whichever is larger.',
  category: 'video',
  inputSchema: resizeVideoSchema,
  example: { source: EXAMPLE_VIDEO, width: 360, height: 360, fit: 'cover' },
  models: [],
  maxRuntimeSeconds: 600,
  encodes: () => 'h264',
  modelOf: () => null,
  fileUses: videoUses,
  plan: planResize,
});

function planResize(input: ResizeVideoArguments, boundsOf: BoundsOf): Planned {
  const { source, ...parameters } = input;
  const { sizes, pixelsMax, secondsMax } = videoBounds(source, boundsOf);
  const results = sizes.map((size) => resizedVideoBounds(size, input));
  // Rotated, the source might fit. The worker refuses a result that does not fit, and it is never billed.
  const possible = results.filter(({ least }) => !isTooLargeVideo(least));
  if (possible.length === 0) return { ok: false, message: 'invalid_arguments', fields: tooLarge(input, results) };
  const { unitsMax, output } = encodedPlan({ pixelsMax, secondsMax, sizes: possible });
  return oneStep({
    name: 'resize',
    operation: 'resize-video',
    parameters,
    inputs: { source },
    description: 'Video resize',
    unitsMax,
    outputs: [output],
  });
}

function tooLarge({ width }: ResizeVideoArguments, [first]: readonly SizeBounds[]) {
  const { least } = first as SizeBounds;
  const reason = `makes a result of ${least.width} × ${least.height} pixels; the limit is ${VIDEO_PIXELS_MAX} pixels in total and ${VIDEO_SIDE_MAX} a side`;
  return { [width === undefined ? '/height' : '/width']: reason };
}
