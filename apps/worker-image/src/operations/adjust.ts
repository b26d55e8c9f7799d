/** `adjust`: what is asked for, one after the other. Each stage sees the pixels of the one before, so the order is this list's and no library's. */
import type { ParametersOf } from '@tollgate/catalog';
import type { Sharp } from 'sharp';
import { encode } from './image/encode.ts';
import { openRaster, type Raster, rasterOf } from './image/engine.ts';
import type { Size } from './image/geometry.ts';
import { type Format, onSource } from './image/source.ts';
import { type ChildContext, type ChildOutput, type Limits, Refused } from './operation.ts';

type Parameters = ParametersOf<'adjust'>;
interface Adjustment extends Omit<Parameters, 'format'> {
  readonly format: Format;
  readonly limits: Limits;
}
/** Null where nothing of it was asked for. */
type Stage = (raster: Raster, asked: Adjustment) => Sharp | null;

export function adjust(context: ChildContext): Promise<ChildOutput> {
  const parameters = context.parameters as Parameters;
  return onSource(context, async ({ image, width, height, ...source }) => {
    const format = parameters.format === 'source' ? source.format : parameters.format;
    let raster = await rasterOf(image);
    for (const stage of STAGES) {
      const changed = stage(raster, { ...parameters, format, limits: context.limits });
      if (changed !== null) raster = within(await rasterOf(changed), context.limits);
    }
    const artifact = await encode(openRaster(raster), { ...parameters, format }, context.directory);
    return { artifacts: [artifact], pixels: Math.max(width * height, artifact.width * artifact.height) };
  });
}

/** Below this sharp has no edges to look at. */
const TRIMMED_SIDE_MIN = 3;

/** BT.709. sharp's own grayscale loses transparency on its way to raw pixels. */
const LUMA: [number, number, number] = [0.2126, 0.7152, 0.0722];

const STAGES: readonly Stage[] = [
  (raster, { trim }) => {
    const isTiny = Math.min(raster.width, raster.height) < TRIMMED_SIDE_MIN;
    return trim === undefined || isTiny ? null : openRaster(raster).trim({ threshold: trim });
  },
  rotated,
  (raster, { flip }) => (flip === true ? openRaster(raster).flip() : null),
  (raster, { flop }) => (flop === true ? openRaster(raster).flop() : null),
  (raster, { blur }) => (blur === undefined ? null : openRaster(raster).blur(blur)),
  (raster, { sharpen }) => (sharpen === undefined ? null : openRaster(raster).sharpen({ sigma: sharpen })),
  (raster, { brightness = 1, saturation = 1, hue = 0 }) =>
    brightness === 1 && saturation === 1 && hue % 360 === 0
      ? null
      : openRaster(raster).modulate({ brightness, saturation, hue }),
  (raster, { grayscale }) => (grayscale === true ? openRaster(raster).recomb([LUMA, LUMA, LUMA]) : null),
];

/** Asked before it is made: turned by 45 degrees, a long picture has many times its pixels. */
function rotated(raster: Raster, { rotate = 0, background, format, limits }: Adjustment): Sharp | null {
  if (rotate % 360 === 0) return null;
  const angle = (rotate * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const side = (along: number, across: number): number => Math.max(1, Math.floor(along * cos + across * sin) - 1);
  within({ width: side(raster.width, raster.height), height: side(raster.height, raster.width) }, limits);
  const behind = background ?? (format === 'jpeg' ? '#ffffff' : { r: 0, g: 0, b: 0, alpha: 0 });
  return openRaster(raster).rotate(rotate, { background: behind });
}

function within<T extends Size>(size: T, { pixelsMax, sideMax }: Limits): T {
  if (size.width * size.height > pixelsMax || Math.max(size.width, size.height) > sideMax) {
    throw new Refused('result_too_large');
  }
  return size;
}
