/** video-thumbnails: frames of a video as pictures. */
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_VIDEO } from '../../files/samples.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { pixelsOf } from '../../units.ts';
import { PICTURE_SECONDS, fittedSize, picturedUnits, tooManyPixels } from '../../video/pictures.ts';
import { COLOURS_TOLD, videoBounds, videoUses } from '../../video/source.ts';
import { type VideoThumbnailsArguments, videoThumbnailsSchema } from './schema.ts';

export const videoThumbnails = defineTool<VideoThumbnailsArguments>({
  name: 'video-thumbnails',
  title: 'Take thumbnails of a video',
  description:
    'Makes an image artifact for each requested time (seconds), or for a number of times at even distances: output.artifacts[0] is that of the first. A later step of a pipeline refers to it by that position. ' +
    'output.result.seconds lists the time of each picture. The video is shown upright and with square pixels; all metadata is removed. ' +
    COLOURS_TOLD +
    'Charged by megapixel-seconds: the pixels of the video in millions × its seconds, or the megapixels of all pictures together, whichever is larger.',
  category: 'video',
  inputSchema: videoThumbnailsSchema,
  example: { source: EXAMPLE_VIDEO, times: [0.5, 2.5, 4.5], width: 480, height: 270, format: 'jpeg' },
  models: [],
  maxRuntimeSeconds: 600,
  needsFfmpeg: true,
  modelOf: () => null,
  fileUses: videoUses,
  plan: planThumbnails,
});

function planThumbnails(input: VideoThumbnailsArguments, boundsOf: BoundsOf): Planned {
  const { source, times, count, ...parameters } = input;
  const { pixelsMax, secondsMax } = videoBounds(source, boundsOf);
  const frames = times?.map((seconds) => ({ seconds })) ?? middlesOf(count ?? 1);
  const box = { width: input.width, height: input.height };
  const fields = { ...behindTheEnd(times ?? [], secondsMax), ...tooLarge(tooManyPixels(box, frames.length)) };
  if (Object.keys(fields).length > 0) return { ok: false, message: 'invalid_arguments', fields };
  const all = { pixels: pixelsOf(box) * frames.length, seconds: PICTURE_SECONDS };
  return oneStep({
    name: 'thumbnails',
    operation: 'thumbnail-video',
    parameters: { ...parameters, frames },
    inputs: { source },
    description: `${frames.length === 1 ? 'Thumbnail' : `${frames.length} thumbnails`} of a video`,
    unitsMax: picturedUnits({ pixels: pixelsMax, seconds: secondsMax }, all),
    outputs: frames.map(() => ({ mimeTypes: [`image/${input.format}`], sizes: [fittedSize(input.fit, box)] })),
  });
}

const middlesOf = (count: number): { share: number }[] =>
  Array.from({ length: count }, (_, n) => ({ share: (n + 0.5) / count }));

const behindTheEnd = (times: readonly number[], secondsMax: number) =>
  Object.fromEntries(
    times.flatMap((time, n) =>
      time > secondsMax ? [[`/times/${n}`, `is after the end: the video lasts ${secondsMax} seconds`]] : [],
    ),
  );

const tooLarge = (problem: string | null) => (problem === null ? {} : { '/width': problem });
