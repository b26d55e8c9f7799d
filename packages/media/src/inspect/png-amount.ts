/**
 * Counts the bytes of pixels in a PNG, and compares them with its header. The pixels are inflated off the main thread
 * and discarded in chunks. The count stops at one byte too many, so that no file costs more than the pixels that its
 * header declares.
 */
import { createInflate } from 'node:zlib';
import { tag, u32be, u8 } from './bytes.ts';

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Adam7: the start of each pass, and the distance of its pixels. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * @param bytes of a PNG that `inspect` has accepted. Resolves to whether it has exactly the pixels that its header
 * declares.
 */
export async function hasAllPixels(bytes: Buffer): Promise<boolean> {
  const expected = promisedBytes(bytes);
  const inflate = createInflate({ chunkSize: 256 * 1024 });
  let found = 0;
  try {
    inflate.on('error', () => {});
    const feeding = feed(bytes, inflate);
    for await (const chunk of inflate) {
      found += (chunk as Buffer).length;
      if (found > expected) break;
    }
    inflate.destroy();
    await feeding;
  } catch {
    return false; // data that zlib cannot read has no pixels
  }
  return found === expected;
}

async function feed(bytes: Buffer, inflate: ReturnType<typeof createInflate>): Promise<void> {
  for (let at = 8; at + 8 <= bytes.length && !inflate.destroyed; at += u32be(bytes, at) + 12) {
    if (tag(bytes, at + 4) !== 'IDAT') continue;
    const data = bytes.subarray(at + 8, at + 8 + u32be(bytes, at));
    if (data.length > 0 && !inflate.write(data)) await drained(inflate);
  }
  inflate.end();
}

/** Also resolves if the stream ends early, so that nothing waits for a closed stream. */
function drained(inflate: ReturnType<typeof createInflate>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const event of ['drain', 'close'] as const) inflate.once(event, resolve);
  return promise;
}

function promisedBytes(bytes: Buffer): number {
  const [width, height] = [u32be(bytes, 16), u32be(bytes, 20)];
  const bits = u8(bytes, 24) * (CHANNELS[u8(bytes, 25)] ?? 0);
  if (u8(bytes, 28) === 0) return rowsBytes(width, height, bits);
  return PASSES.reduce((sum, [left, top, right, down]) => {
    const [across, rows] = [Math.ceil((width - left) / right), Math.ceil((height - top) / down)];
    return sum + (across > 0 && rows > 0 ? rowsBytes(across, rows, bits) : 0);
  }, 0);
}

/** Each row has a filter byte before it. */
const rowsBytes = (width: number, height: number, bits: number): number => height * (1 + Math.ceil((width * bits) / 8));
