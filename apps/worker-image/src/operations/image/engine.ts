/** sharp for every operation: only the four allowed decoders, one libvips thread, no cache between runs. */
import sharp, { type CreateText, type Sharp, type SharpOptions } from 'sharp';

sharp.concurrency(1); // there are as many children as cores: one thread each gives the best throughput, and always the same bytes
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
  ],
});

export interface Raster {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
}

export const openFile = (path: string, options: SharpOptions): Sharp => sharp(path, options);

/** Pixels that are already decoded, for further scaling. */
export const openRaster = ({ data, ...raw }: Raster): Sharp => sharp(data, { raw });

/** Decodes an image that is already in sRGB. */
export async function rasterOf(image: Sharp): Promise<Raster> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels as Raster['channels'] };
}

/** The library reads text as Pango markup. */
export const openText = (text: CreateText): Sharp => sharp({ text });

/** @param background #rrggbb, or undefined for a transparent one. */
export const openCanvas = (size: { width: number; height: number }, background: string | undefined): Sharp =>
  background === undefined
    ? sharp({ create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    : sharp({ create: { ...size, channels: 3, background } });
