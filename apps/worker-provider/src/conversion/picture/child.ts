/**
 * The child process: decodes one image of an external service at a time and writes it as PNG or JPEG. The bytes may be
 * hostile, so the process has no settings, secrets or connections, and may be killed at any moment.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { PictureReply, PictureTask } from './protocol.ts';

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`),
});

// A signal to the whole process group is meant for the worker, which ends its children itself.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
// Not exit(): that would wait for a libvips thread.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (task: PictureTask) => void reply(task));
process.send?.('ready');

async function reply(task: PictureTask): Promise<void> {
  process.send?.(await made(task));
}

async function made(task: PictureTask): Promise<PictureReply> {
  const bytes = await readFile(task.inputs.source.path);
  const encoded = await encodedAs(task, bytes);
  if (encoded === null) return { kind: 'unreadable' };
  const file = `output.${encoded.format}`;
  try {
    await writeFile(join(task.directory, file), encoded.bytes, { mode: 0o600 });
  } catch (error) {
    return { kind: 'lacking', code: String((error as NodeJS.ErrnoException).code).slice(0, 16) };
  }
  return { kind: 'done', file, format: encoded.format };
}

type Encoded = { readonly format: 'png' | 'jpeg'; readonly bytes: Buffer };

/** Null if no way of reading decodes the image to its last pixel. */
async function encodedAs({ formats, pixelsMax }: PictureTask, bytes: Buffer): Promise<Encoded | null> {
  for (const [source, failOn] of waysToRead(bytes)) {
    // The first picture of an animation.
    const image = sharp(source, { failOn, limitInputPixels: pixelsMax, pages: 1 });
    try {
      const { format: found } = await image.metadata();
      const format = found === 'jpeg' && formats.includes('jpeg') ? 'jpeg' : (formats[0] ?? 'png');
      return { format, bytes: await ENCODERS[format](image.autoOrient().toColourspace('srgb')).toBuffer() };
    } catch {
      continue;
    }
  }
  return null;
}

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
const JPEG_END = Buffer.from([0xff, 0xd9]);

/**
 * A JPEG whose end marker is missing decodes with the marker added, unless pixels are missing too: that is a warning of
 * the decoder, which then fails.
 */
function* waysToRead(bytes: Buffer): Generator<readonly [Buffer, 'error' | 'warning']> {
  yield [bytes, 'error'];
  if (bytes.subarray(0, JPEG_START.length).equals(JPEG_START)) yield [Buffer.concat([bytes, JPEG_END]), 'warning'];
}

/** A JPEG is written again with almost no loss; a PNG has none. */
const ENCODERS: Readonly<Record<Encoded['format'], (image: Sharp) => Sharp>> = {
  png: (image) => image.png({ compressionLevel: 6 }),
  jpeg: (image) => image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }),
};
