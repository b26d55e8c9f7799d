/** `crop`: a part of the image, not scaled. */
import type { ParametersOf } from '@farebox/catalog';
import type { Sharp } from 'sharp';
import { encode } from './image/encode.ts';
import { openRaster, rasterOf } from './image/engine.ts';
import type { Size } from './image/geometry.ts';
import { onSource } from './image/source.ts';
import { type ChildContext, type ChildOutput, Refused } from './operation.ts';

type Parameters = ParametersOf<'crop'>;
type Window = NonNullable<Parameters['window']>;
interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

export function crop(context: ChildContext<'crop'>): Promise<ChildOutput> {
  const parameters = context.parameters;
  return onSource(context, async ({ image, width, height, ...source }) => {
    const format = parameters.format === 'source' ? source.format : parameters.format;
    const part = await partOf(image, parameters, { width, height });
    const artifact = await encode(part, { ...parameters, format }, context.directory);
    return { artifacts: [artifact], pixels: width * height };
  });
}

async function partOf(image: Sharp, { box, part, window }: Parameters, source: Size): Promise<Sharp> {
  const isSmart = window !== undefined && (window.gravity === 'attention' || window.gravity === 'entropy');
  const area = box ?? (part && boxOfPart(part, source)) ?? (window && boxOfWindow(window, source));
  // The quote checked that the crop fits, so this is not the image that was quoted.
  if (area === undefined || !isWithin(area, source)) throw new Refused('source_not_readable');
  return isSmart ? smartWindow(image, window) : image.extract(area);
}

const isWithin = ({ left, top, width, height }: Box, source: Size): boolean =>
  left >= 0 && top >= 0 && left + width <= source.width && top + height <= source.height;

function boxOfPart(part: Box, source: Size): Box {
  const [left, width] = rounded(part.left, part.width, source.width);
  const [top, height] = rounded(part.top, part.height, source.height);
  return { left, top, width, height };
}

/** Rounds both edges to the nearest pixel, at least one pixel apart. */
function rounded(from: number, share: number, side: number): [start: number, length: number] {
  const start = Math.min(side - 1, Math.round(from * side));
  const end = Math.min(side, Math.max(start + 1, Math.round((from + share) * side)));
  return [start, end - start];
}

function boxOfWindow({ width, height, gravity }: Window, source: Size): Box {
  const [wide, high] = [source.width - width, source.height - height];
  const left = gravity.endsWith('west') ? 0 : gravity.endsWith('east') ? wide : Math.floor(wide / 2);
  const top = gravity.startsWith('north') ? 0 : gravity.startsWith('south') ? high : Math.floor(high / 2);
  return { left, top, width, height };
}

/** Cuts a band of the right height, then the window from the band: if one side is kept, sharp crops without scaling. */
async function smartWindow(image: Sharp, { width, height, gravity }: Window): Promise<Sharp> {
  const whole = await rasterOf(image);
  const cut = (to: Size) => ({ ...to, fit: 'cover', position: gravity }) as const;
  const band = await rasterOf(openRaster(whole).resize(cut({ width: whole.width, height })));
  return openRaster(band).resize(cut({ width, height }));
}
