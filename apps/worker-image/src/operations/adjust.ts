/**
 * `adjust`: the requested adjustments, one after the other. Each stage receives the pixels of the one before, so the
 * order is that of this list and not of the library.
 */
import type { ParametersOf } from '@farebox/catalog';
import type { Sharp } from 'sharp';
import { encode } from './image/encode.ts';
import { openRaster, rasterOf } from './image/engine.ts';
import type { Size } from './image/geometry.ts';
import { type Format, onSource, type Source } from './image/source.ts';
import { type ChildContext, type ChildOutput, type Limits, Refused } from './operation.ts';

type Parameters = ParametersOf<'adjust'>;
interface Adjustment extends Omit<Parameters, 'format'> {
  readonly format: Format;
  readonly limits: Limits;
}

export function adjust(context: ChildContext<'adjust'>): Promise<ChildOutput> {
  const parameters = context.parameters;
  return onSource(context, async (source) => {
    const { width, height } = source;
    const format = parameters.format === 'source' ? source.format : parameters.format;
    const image = await adjusted(source, { ...parameters, format, limits: context.limits });
    const artifact = await encode(image, { ...parameters, format }, context.directory);
    return { artifacts: [artifact], pixels: Math.max(width * height, artifact.width * artifact.height) };
  });
}

interface Stage {
  /**
   * The position in the library's fixed order within one pipeline; null: the stage needs decoded pixels and returns
   * decoded pixels.
   */
  readonly position: number | null;
  /** Null if the stage was not requested. */
  readonly change: (image: Sharp, asked: Adjustment, size: Size) => Sharp | null;
}

/**
 * Stages share a pipeline as long as the library's order equals the order of this list: each new pipeline holds all
 * pixels in memory once more. With transparency no stages share one, because the library would do all of the work on
 * premultiplied colours.
 */
async function adjusted(source: Source, asked: Adjustment): Promise<Sharp> {
  let [image, size]: [Sharp, Size] = [source.image, source];
  let pipeline: Pipeline = { isShared: source.isPlain, reached: 0 };
  async function settle(): Promise<void> {
    const raster = await rasterOf(image);
    [image, size, pipeline] = [openRaster(raster), raster, raster.channels === 3 ? EMPTY : ALONE];
  }
  for (const { position, change } of STAGES) {
    const changed = change(image, asked, size);
    if (changed === null) continue;
    within(size, asked.limits);
    if (isFull(pipeline, position)) await settle();
    image = change(image, asked, size) ?? changed;
    pipeline = { ...pipeline, reached: position ?? LAST };
    if (position === null) await settle();
    within(size, asked.limits);
  }
  if (isFull(pipeline, LAST)) await settle();
  return image;
}

/** The work that was requested from the library and not yet done. */
interface Pipeline {
  /** Whether several consecutive stages may share it. */
  readonly isShared: boolean;
  /** The position of the last stage. 0: decoding a file. Null: nothing is pending, all pixels are in memory. */
  readonly reached: number | null;
}

const LAST = 7;
const EMPTY: Pipeline = { isShared: true, reached: null };
const ALONE: Pipeline = { isShared: false, reached: null };

/** Whether the pipeline must be run before a stage at this position is added. */
const isFull = ({ isShared, reached }: Pipeline, position: number | null): boolean =>
  reached !== null && (position === null || !isShared || position <= reached);

/** Below this side length, sharp cannot detect edges. */
const TRIMMED_SIDE_MIN = 3;

/** BT.709. sharp's own grayscale loses transparency on the way to raw pixels. */
const LUMA: [number, number, number] = [0.2126, 0.7152, 0.0722];

const STAGES: readonly Stage[] = [
  {
    position: null,
    change: (image, { trim }, { width, height }) =>
      trim === undefined || Math.min(width, height) < TRIMMED_SIDE_MIN ? null : image.clone().trim({ threshold: trim }),
  },
  { position: null, change: rotated },
  { position: 1, change: (image, { flip }) => (flip === true ? image.clone().flip() : null) },
  { position: 2, change: (image, { flop }) => (flop === true ? image.clone().flop() : null) },
  { position: 3, change: (image, { blur }) => (blur === undefined ? null : image.clone().blur(blur)) },
  {
    position: 6,
    change: (image, { sharpen }) => (sharpen === undefined ? null : image.clone().sharpen({ sigma: sharpen })),
  },
  {
    position: 5,
    change: (image, { brightness = 1, saturation = 1, hue = 0 }) =>
      brightness === 1 && saturation === 1 && hue % 360 === 0
        ? null
        : image.clone().modulate({ brightness, saturation, hue }),
  },
  {
    position: 4,
    change: (image, { grayscale }) => (grayscale === true ? image.clone().recomb([LUMA, LUMA, LUMA]) : null),
  },
];

/** The size is checked before the work: rotated by 45 degrees, a long image has many times its pixels. */
function rotated(image: Sharp, { rotate = 0, background, format, limits }: Adjustment, size: Size): Sharp | null {
  if (rotate % 360 === 0) return null;
  const angle = (rotate * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const side = (along: number, across: number): number => Math.max(1, Math.floor(along * cos + across * sin) - 1);
  within({ width: side(size.width, size.height), height: side(size.height, size.width) }, limits);
  const behind = background ?? (format === 'jpeg' ? '#ffffff' : { r: 0, g: 0, b: 0, alpha: 0 });
  return image.clone().rotate(rotate, { background: behind });
}

function within<T extends Size>(size: T, { pixelsMax, sideMax }: Limits): T {
  if (size.width * size.height > pixelsMax || Math.max(size.width, size.height) > sideMax) {
    throw new Refused('result_too_large');
  }
  return size;
}
