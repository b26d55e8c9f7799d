/** video-preview: a short animation of clips from a video; the model is the format. */
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_VIDEO } from '../../files/samples.ts';
import { type Planned, type ToolModel, defineTool, oneStep } from '../../tool.ts';
import { pixelsOf } from '../../units.ts';
import { type PreviewFormat, fittedSize, picturedUnits, tooManyPixels } from '../../video/pictures.ts';
import { COLOURS_TOLD, videoBounds, videoUses } from '../../video/source.ts';
import { type PreviewArguments, previewSchema } from './schema.ts';

const models = [
  model('webp', 'Animated WebP: small, with all colours, for the web.'),
  model('gif', 'GIF: larger, with 256 colours, for email and everywhere else.'),
] as const satisfies readonly ToolModel[];

export const videoPreview = defineTool<PreviewArguments>({
  name: 'video-preview',
  title: 'Make a preview of a video',
  description:
    'Makes one silent, endlessly repeating animation (model webp or gif) of clips from the whole video, one after the other. It fits within width × height and is never enlarged. ' +
    'Its frames have at most 40 megapixels in total. The video is shown upright and with square pixels; all metadata is removed. ' +
    COLOURS_TOLD +
    'Charged by megapixel-seconds of the video: its pixels in millions × its seconds.',
  category: 'video',
  inputSchema: previewSchema,
  example: models[0].example,
  models,
  maxRuntimeSeconds: 600,
  encodes: (name) => (name === 'gif' ? 'gif' : 'webp'),
  modelOf: ({ model: name }) => name,
  fileUses: videoUses,
  plan: planPreview,
});

function planPreview(input: PreviewArguments, boundsOf: BoundsOf): Planned {
  const { source, model: format, ...parameters } = input;
  const { pixelsMax, secondsMax } = videoBounds(source, boundsOf);
  const box = { width: input.width, height: input.height };
  const shownSeconds = Math.min(secondsMax, input.clips * input.clipSeconds);
  const problem = tooManyPixels(box, Math.ceil(shownSeconds * input.framesPerSecond));
  if (problem !== null) return { ok: false, message: 'invalid_arguments', fields: { '/width': problem } };
  const durationSecondsMax = input.clips * (input.clipSeconds + 1 / input.framesPerSecond);
  return oneStep({
    name: 'preview',
    operation: 'preview-video',
    parameters: { ...parameters, format },
    inputs: { source },
    description: `Preview of a video in ${format}`,
    unitsMax: picturedUnits(
      { pixels: pixelsMax, seconds: secondsMax },
      { pixels: pixelsOf(box), seconds: durationSecondsMax },
    ),
    outputs: [{ mimeTypes: [`image/${format}`], sizes: [fittedSize('inside', box)], durationSecondsMax }],
  });
}

function model(name: PreviewFormat, description: string) {
  return { name, description, example: { source: EXAMPLE_VIDEO, model: name, clips: 3, clipSeconds: 1 } };
}
