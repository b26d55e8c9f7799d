/** video-contact-sheet: frames of a whole video in one picture. */
import { type BoundsOf, exactSize } from '../../files/bounds.ts';
import { EXAMPLE_VIDEO } from '../../files/samples.ts';
import { IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '../../image/source.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { type Size, pixelsOf } from '../../units.ts';
import { PICTURE_SECONDS, picturedUnits } from '../../video/pictures.ts';
import { COLOURS_TOLD, videoBounds, videoUses } from '../../video/source.ts';
import { type ContactSheetArguments, contactSheetSchema } from './schema.ts';
import { sheetSize } from './size.ts';

export const videoContactSheet = defineTool<ContactSheetArguments>({
  name: 'video-contact-sheet',
  title: 'Make a contact sheet of a video',
  description:
    'Makes one image artifact with columns × rows frames of the video, row by row, from the middles of as many equal parts of it. If the video has too few frames, the last one is repeated. ' +
    'The result is columns × cellWidth + (columns + 1) × gap pixels wide and rows × cellHeight + (rows + 1) × gap pixels high; the limit is 40 megapixels. output.result.seconds lists the time of each frame. ' +
    'The video is shown upright and with square pixels; all metadata is removed. ' +
    COLOURS_TOLD +
    'Charged by megapixel-seconds: the pixels of the video in millions × its seconds, or the megapixels of the sheet, whichever is larger.',
  category: 'video',
  inputSchema: contactSheetSchema,
  example: { source: EXAMPLE_VIDEO, columns: 3, rows: 2, cellWidth: 320, cellHeight: 180, background: '#202020' },
  models: [],
  maxRuntimeSeconds: 600,
  needsFfmpeg: true,
  modelOf: () => null,
  fileUses: videoUses,
  plan: planSheet,
});

function planSheet(input: ContactSheetArguments, boundsOf: BoundsOf): Planned {
  const { source, ...parameters } = input;
  const size = sheetSize(input);
  if (pixelsOf(size) > IMAGE_PIXELS_MAX || Math.max(size.width, size.height) > IMAGE_SIDE_MAX)
    return { ok: false, message: 'invalid_arguments', fields: tooLarge(size) };
  const { pixelsMax, secondsMax } = videoBounds(source, boundsOf);
  return oneStep({
    name: 'contact-sheet',
    operation: 'sheet-video',
    parameters,
    inputs: { source },
    description: `Contact sheet of ${input.columns * input.rows} frames`,
    unitsMax: picturedUnits(
      { pixels: pixelsMax, seconds: secondsMax },
      { pixels: pixelsOf(size), seconds: PICTURE_SECONDS },
    ),
    outputs: [{ mimeTypes: [`image/${input.format}`], sizes: [exactSize(size)] }],
  });
}

/** The problem of a result that is too large, reported for the field of its longer side. */
function tooLarge({ width, height }: Size) {
  const reason = `makes a result of ${width} × ${height} pixels; the limit is 40 megapixels and ${IMAGE_SIDE_MAX} pixels a side`;
  return { [width >= height ? '/cellWidth' : '/cellHeight']: reason };
}
