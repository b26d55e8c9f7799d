/** `sheet-video`: frames of the whole video in one picture. The video is decoded once. */
import { PICTURE_SECONDS, picturedUnits, pixelsOf, sheetSize } from '@farebox/catalog';
import { FILE_TYPES } from '@farebox/kernel';
import type { ContextOf, Implementation } from '@farebox/worker';
import { type Filter, filter, formula } from '../ffmpeg/filters.ts';
import { inRgb } from '../colour/convert.ts';
import { passing } from '../ffmpeg/passing.ts';
import { BLACK, colourOf, FITTED, pictureOutput } from '../ffmpeg/pictures.ts';
import { inSession } from '../session.ts';
import type { Studio } from '../studio.ts';
import { sizeIn } from '../video/picture-size.ts';
import { asShown, picturesOf } from '../video/source.ts';

type Parameters = ContextOf<'sheet-video'>['parameters'];

export function sheetVideo(studio: Studio): Implementation<'sheet-video'> {
  return (context) => {
    const { parameters } = context;
    const { format, quality, columns, rows } = parameters;
    const count = columns * rows;
    return inSession(studio, context, async ({ sources: { source }, make, seen, times }) => {
      const { pixels, seconds } = asShown(picturesOf(source), await times(source));
      const colours = inRgb(await seen(source));
      const filters = [...middles(count, seconds), ...tiled(parameters, colours)] as [Filter, ...Filter[]];
      const options = quality === undefined ? { format } : { format, quality };
      const file = `sheet.${FILE_TYPES[`image/${format}`]}`;
      const artifacts = await make({
        inputs: [source],
        graph: [...passing('all'), { from: ['all'], filters, to: ['sheet'] }],
        outputs: [pictureOutput({ file, ...options, pad: 'sheet', take: 'first' })],
        seconds,
      });
      const made = { pixels: pixelsOf(sizeIn(sheetSize(parameters), artifacts[0])), seconds: PICTURE_SECONDS };
      const shown = Array.from({ length: count }, (_, n) => Math.floor(((n + 0.5) / count) * seconds * 1000) / 1000);
      return {
        artifacts,
        result: { seconds: shown },
        units: picturedUnits({ pixels, seconds: source.seconds }, made),
      };
    });
  };
}

/** The frames in the middle of equal parts. After the last frame, it is repeated. */
function middles(count: number, videoSeconds: number): readonly Filter[] {
  const seconds = Math.max(videoSeconds, LEAST_SECONDS);
  return [
    filter('fps', { fps: formula`${count}/${seconds}`, start_time: seconds / count / 2, round: 'up' }),
    filter('tpad', { stop_mode: 'clone', stop: count }),
  ];
}

/** A video of one frame may have a duration of zero. */
const LEAST_SECONDS = 0.001;

function tiled(parameters: Parameters, colours: readonly Filter[]): readonly Filter[] {
  const { columns, rows, cellWidth: width, cellHeight: height, gap, fit, background = BLACK } = parameters;
  const layout = { layout: `${columns}x${rows}`, padding: gap, margin: gap, color: colourOf(background) };
  return [...FITTED[fit]({ width, height }, { colours, background }), filter('tile', layout)];
}
