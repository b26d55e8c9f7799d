/**
 * Each operation that one call of sharp or ffmpeg does too, with that call as a user of the library writes it: the same settings, one thread, no
 * sandbox, and no check of the output.
 */
import sharp, { type Sharp } from 'sharp';
import { filmWorks } from './film-works.ts';
import { soundWorks } from './sound-works.ts';
import type { Sources } from './sources.ts';
import type { Work } from './work.ts';

export function worksOn(sources: Sources, ffmpeg: string | null): readonly Work[] {
  sharp.concurrency(1);
  sharp.cache(false);
  const { sound, film } = sources;
  return [
    ...pictureWorks(sources),
    ...(ffmpeg === null || sound === null ? [] : soundWorks(sound, ffmpeg)),
    ...(ffmpeg === null || film === null || sound === null ? [] : filmWorks({ film, sound }, ffmpeg)),
  ];
}

function pictureWorks({ picture: { path, fileId } }: Sources): Work[] {
  const work = (tool: string, more: object, bare: (source: Sharp, to: string) => Promise<unknown>): Work => ({
    tool,
    arguments: { source: { fileId }, ...more },
    bare: (to) => bare(sharp(path), to),
  });
  const convert = (model: 'webp' | 'avif' | 'png', encode: (source: Sharp) => Sharp): Work => ({
    ...work('image-convert', { model }, (source, to) => encode(source).toFile(`${to}.${model}`)),
    model,
  });
  const jpeg = (source: Sharp, to: string) => source.jpeg({ quality: 82 }).toFile(`${to}.jpg`);
  return [
    work('image-resize', { width: 800 }, (source, to) => jpeg(source.resize({ width: 800 }), to)),
    work('image-crop', { box: BOX }, (source, to) => jpeg(source.extract(BOX), to)),
    // With the same weights: the library's own grayscale makes another picture, with one channel.
    work('image-adjust', { blur: 4, grayscale: true }, (source, to) =>
      jpeg(source.blur(4).recomb([LUMA, LUMA, LUMA]), to),
    ),
    work('image-thumbnails', { sizes: WIDTHS.map((width) => ({ width })) }, async (_, to) => {
      for (const width of WIDTHS) await jpeg(sharp(path).resize({ width }), `${to}-${width}`);
    }),
    convert('webp', (source) => source.webp({ quality: 80, effort: 4 })),
    convert('avif', (source) => source.avif({ quality: 55, effort: 2 })),
    convert('png', (source) => source.png({ compressionLevel: 6 })),
    work(
      'image-watermark',
      { image: { fileId }, position: 'south-east', scale: 0.2, margin: 0 },
      async (source, to) => {
        const input = await sharp(path).resize({ width: 600 }).ensureAlpha(0.5).png({ compressionLevel: 0 }).toBuffer();
        await jpeg(source.composite([{ input, gravity: 'southeast' }]), to);
      },
    ),
    {
      tool: 'image-collage',
      arguments: { images: CELLS.map(() => ({ fileId })), columns: 2, ...CELL_SIZE, gap: 0, format: 'jpeg' },
      bare: async (to) => {
        // One after the other on one thread, as in the other works.
        const cells = [];
        for (const [left, top] of CELLS) cells.push({ input: await sharp(path).resize(CELL).toBuffer(), left, top });
        const canvas = { width: 2 * CELL.width, height: 2 * CELL.height, channels: 3, background: '#ffffff' } as const;
        await jpeg(sharp({ create: canvas }).composite(cells), to);
      },
    },
  ];
}

const LUMA: [number, number, number] = [0.2126, 0.7152, 0.0722];
const BOX = { left: 200, top: 200, width: 2400, height: 1600 } as const;
const WIDTHS = [1600, 800, 320] as const;
const CELL = { width: 900, height: 600 } as const;
const CELL_SIZE = { cellWidth: CELL.width, cellHeight: CELL.height } as const;
const CELLS = [
  [0, 0],
  [900, 0],
  [0, 600],
  [900, 600],
] as const;
