/** Test support: expected images are computed here pixel by pixel, without the library under test. */
import sharp from 'sharp';
import { waves } from './samples.ts';

export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

export async function pixelsOf(bytes: Buffer | undefined): Promise<Pixels> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

export const wavePixels = async (width: number, height: number): Promise<Pixels> => ({
  data: await waves(width, height).raw().toBuffer(),
  width,
  height,
  channels: 3,
});

/** A new image, in which each pixel is one of another image. */
export function drawn(
  from: Pixels,
  size: { width: number; height: number },
  positionOf: (x: number, y: number) => [number, number],
): Pixels {
  const { channels } = from;
  const data = Buffer.alloc(size.width * size.height * channels);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const [left, top] = positionOf(x, y);
      const at = (top * from.width + left) * channels;
      from.data.copy(data, (y * size.width + x) * channels, at, at + channels);
    }
  }
  return { ...size, data, channels };
}

/** An image in which each pixel is the mean of a square of `times` × `times` pixels. */
export function averaged({ data, width, height, channels }: Pixels, times: number): Pixels {
  const size = { width: width / times, height: height / times };
  const means = Buffer.alloc(size.width * size.height * channels);
  for (let at = 0; at < means.length; at++) {
    const [pixel, channel] = [Math.floor(at / channels), at % channels];
    const [left, top] = [(pixel % size.width) * times, Math.floor(pixel / size.width) * times];
    let sum = 0;
    for (let n = 0; n < times * times; n++) {
      sum += data[((top + Math.floor(n / times)) * width + left + (n % times)) * channels + channel]!;
    }
    means[at] = Math.round(sum / times ** 2);
  }
  return { ...size, data: means, channels };
}

/** The largest difference of any channel of any pixel. Images of different sizes count as completely different. */
export function farthest(actual: Pixels, expected: Pixels): number {
  if (actual.data.length !== expected.data.length || actual.width !== expected.width) return 255;
  let most = 0;
  for (let at = 0; at < actual.data.length; at++) {
    most = Math.max(most, Math.abs(actual.data[at]! - expected.data[at]!));
  }
  return most;
}
