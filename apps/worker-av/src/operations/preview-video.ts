/** `preview-video`: clips from the whole video, as an animation without audio. The video is decoded once. */
import { picturedUnits, pixelsOf } from '@farebox/catalog';
import { FILE_TYPES } from '@farebox/kernel';
import type { ContextOf, Implementation } from '@farebox/worker';
import { inRgb, PICTURED } from '../colour/convert.ts';
import { type Chain, type Filter, filter, formula } from '../ffmpeg/filters.ts';
import { decimal } from '../ffmpeg/number.ts';
import type { Output } from '../ffmpeg/output.ts';
import { passing } from '../ffmpeg/passing.ts';
import { BLACK, FITTED, picturesAlone } from '../ffmpeg/pictures.ts';
import { inSession } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';
import { sizeIn } from '../video/picture-size.ts';
import { asShown, picturesOf } from '../video/source.ts';

type Parameters = ContextOf<'preview-video'>['parameters'];

export function previewVideo(studio: Studio): Implementation<'preview-video'> {
  return (context) => {
    const { parameters } = context;
    mustWrite(studio, parameters.format, 'preview-video');
    return inSession(studio, context, async ({ sources: { source }, make, seen, times }) => {
      const { pixels, seconds } = asShown(picturesOf(source), await times(source));
      const clip = clipped(parameters, seconds, inRgb(await seen(source)));
      const graph = [...passing('all'), clip, ...DRAWN[parameters.format]];
      const output = outputOf(parameters);
      const artifacts = await make({ inputs: [source], graph, outputs: [output], seconds });
      const { durationSeconds: shown = 0 } = artifacts[0] ?? {};
      const made = { pixels: pixelsOf(sizeIn(parameters, artifacts[0])), seconds: shown };
      return { artifacts, units: picturedUnits({ pixels, seconds: source.seconds }, made) };
    });
  };
}

/** Takes the middle of each equal part of the video, or the whole video if the parts are no longer than a clip. */
function clipped(parameters: Parameters, seconds: number, colours: readonly Filter[]): Chain {
  const { clips, clipSeconds, framesPerSecond } = parameters;
  const part = Math.max(seconds, LEAST_SECONDS) / clips;
  return {
    from: ['all'],
    filters: [
      // A video that is shorter than half a frame of the result has one frame, too.
      filter('fps', { fps: framesPerSecond, eof_action: 'pass' }),
      filter('select', {
        expr: clipSeconds * framesPerSecond < A_PICTURE ? firstsOf(part, clips) : middlesOf(part, clipSeconds),
      }),
      filter('setpts', { expr: formula`N/(${framesPerSecond}*TB)` }),
      ...FITTED.inside(parameters, { colours, background: BLACK }),
    ],
    to: ['clips'],
  };
}

const LEAST_SECONDS = 0.001;

const middlesOf = (part: number, clipSeconds: number) => formula`lt(abs(mod(t,${part})-${part}/2),${clipSeconds}/2)`;

/** Frames of a clip, plus a tolerance for rounding: a shorter clip could fall between two frames and be empty. */
const A_PICTURE = 1.01;

/** One frame of each part, and at least one in total. */
const firstsOf = (part: number, clips: number) =>
  formula`isnan(prev_selected_t)+gt(min(floor(t/${part}),${clips - 1}),floor(prev_selected_t/${part}))`;
const SHOWN = 'shown';

/** One palette for all frames, so that no colour changes between them. */
const DRAWN: Readonly<Record<Parameters['format'], readonly Chain[]>> = {
  webp: [{ from: ['clips'], filters: PICTURED.webp, to: [SHOWN] }],
  gif: [
    { from: ['clips'], filters: [filter('split', { outputs: 2 })], to: ['counted', 'painted'] },
    { from: ['counted'], filters: [filter('palettegen', { stats_mode: 'diff' })], to: ['palette'] },
    { from: ['painted', 'palette'], filters: [filter('paletteuse', { dither: 'bayer', bayer_scale: 5 })], to: [SHOWN] },
  ],
};

const QUALITY = 60;
const CODECS: Readonly<Record<Parameters['format'], (quality: number) => readonly string[]>> = {
  webp: (quality) => ['-c:v', 'libwebp_anim', '-q:v', decimal(quality), '-loop', '0', '-f', 'webp'],
  gif: () => ['-c:v', 'gif', '-loop', '0', '-f', 'gif'],
};

function outputOf({ format, quality = QUALITY, clips, clipSeconds, framesPerSecond }: Parameters) {
  return {
    file: `preview.${FILE_TYPES[`image/${format}`]}`,
    mimeType: `image/${format}`,
    secondsMax: (clips * Math.ceil(clipSeconds * framesPerSecond)) / framesPerSecond,
    words: [...picturesAlone(SHOWN), ...CODECS[format](quality)],
  } as const satisfies Output;
}
