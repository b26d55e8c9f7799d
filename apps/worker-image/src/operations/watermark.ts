/** `watermark`: an image or a text on an image, once or as tiles. */
import type { ParametersOf } from '@farebox/catalog';
import { invariant } from '@farebox/kernel';
import { encode } from './image/encode.ts';
import { type Raster, openRaster, rasterOf } from './image/engine.ts';
import type { Size } from './image/geometry.ts';
import { type Source, onSources } from './image/source.ts';
import { maskOf } from './image/text.ts';
import type { ChildContext, ChildOutput } from './operation.ts';

type Parameters = ParametersOf<'watermark'>;

export function watermark(context: ChildContext<'watermark'>): Promise<ChildOutput> {
  const parameters = context.parameters;
  return onSources(context, async ({ source, overlay }) => {
    const { image, format, hasAlpha, ...size } = source;
    const mark = faded(await markOf(parameters, overlay, roomOf(size, parameters)), parameters.opacity);
    const { data, ...raw } = parameters.tile ? await cellOf(mark, size, parameters) : mark;
    const layout = parameters.tile ? { tile: true, gravity: 'northwest' } : offsetOf(size, mark, parameters);
    const marked = image.composite([{ input: data, raw, ...layout }]);
    const options = { ...parameters, format: parameters.format === 'source' ? format : parameters.format };
    const artifact = await encode(hasAlpha ? marked : marked.removeAlpha(), options, context.directory);
    const pixels = [source, ...(overlay === undefined ? [] : [overlay])].map(({ width, height }) => width * height);
    return { artifacts: [artifact], pixels: Math.max(...pixels) };
  });
}

/** Leaves at least one pixel between the margins. */
const marginOf = ({ width, height }: Size, margin: number): number =>
  Math.min(margin, Math.floor((Math.min(width, height) - 1) / 2));

/** The largest size that a mark may have. */
function roomOf({ width, height }: Size, { margin, scale, tile }: Parameters): Size {
  const edges = tile ? 0 : 2 * marginOf({ width, height }, margin);
  return { width: Math.min(Math.max(1, Math.round(width * scale)), width - edges), height: height - edges };
}

/** As large as fits, with the same proportions. */
function fitted({ width, height }: Size, room: Size): Size {
  const scale = Math.min(room.width / width, room.height / height);
  const side = (length: number, most: number) => Math.min(most, Math.max(1, Math.round(length * scale)));
  return { width: side(width, room.width), height: side(height, room.height) };
}

function markOf({ text, color = '#ffffff' }: Parameters, overlay: Source | undefined, room: Size): Promise<Raster> {
  if (overlay !== undefined) {
    return rasterOf(overlay.image.resize({ ...fitted(overlay, room), fit: 'fill' }).ensureAlpha());
  }
  invariant(text !== undefined, 'a mark is an image or a text');
  return textOf(text, color, room);
}

/** The text is drawn once at this size to get its proportions. Outside of these font sizes it is scaled. */
const PROBE_PIXELS = 32;
const FONT_PIXELS = { least: 8, most: 400 } as const;

async function textOf(text: string, color: string, room: Size): Promise<Raster> {
  const probe = await maskOf(text, PROBE_PIXELS);
  const size = fitted(probe, room);
  const wanted = Math.round((PROBE_PIXELS * size.width) / probe.width);
  const mask = await maskOf(text, Math.min(Math.max(wanted, FONT_PIXELS.least), FONT_PIXELS.most));
  const scaled = openRaster({ ...mask, channels: 1 }).resize({ ...size, fit: 'fill' });
  const { data: covered } = await rasterOf(scaled.toColourspace('b-w'));
  const data = Buffer.alloc(covered.length * 4, Buffer.from(`${color.slice(1)}00`, 'hex'));
  for (const [index, alpha] of covered.entries()) data[index * 4 + 3] = alpha;
  return { data, ...size, channels: 4 };
}

/** Changes the given pixels. */
function faded(mark: Raster, opacity: number): Raster {
  const { data } = mark;
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = Math.round((data[alpha] as number) * opacity);
  return mark;
}

/** One tile with the gap to the next one; never larger than the image. */
function cellOf(mark: Raster, { width, height }: Size, { margin }: Parameters): Promise<Raster> {
  const right = Math.min(margin, width - mark.width);
  const bottom = Math.min(margin, height - mark.height);
  return rasterOf(openRaster(mark).extend({ right, bottom, background: { r: 0, g: 0, b: 0, alpha: 0 } }));
}

function offsetOf(source: Size, mark: Size, { position, margin }: Parameters): { left: number; top: number } {
  const edge = marginOf(source, margin);
  const [wide, high] = [source.width - mark.width, source.height - mark.height];
  return {
    left: position.endsWith('west') ? edge : position.endsWith('east') ? wide - edge : Math.floor(wide / 2),
    top: position.startsWith('north') ? edge : position.startsWith('south') ? high - edge : Math.floor(high / 2),
  };
}
