/**
 * Each operation that one call of sharp or ffmpeg does too, with that call as somebody writes it who has the library and the file at hand: the
 * same settings, one thread, no sandbox and no check of what came out.
 */
import { runProcess } from '@tollgate/testing';
import sharp, { type Sharp } from 'sharp';
import type { Sources } from './sources.ts';

export interface Work {
  readonly tool: string;
  /** Told apart from other works of its tool. */
  readonly model?: string;
  readonly arguments: object;
  /** @param to a path without an ending. */
  readonly bare: (to: string) => Promise<unknown>;
}

export function worksOn(sources: Sources, ffmpeg: string | null): readonly Work[] {
  sharp.concurrency(1);
  sharp.cache(false);
  return [...pictureWorks(sources), ...(ffmpeg === null ? [] : soundWorks(sources, ffmpeg))];
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
    work('image-adjust', { blur: 4, grayscale: true }, (source, to) => jpeg(source.blur(4).grayscale(), to)),
    work('image-thumbnails', { sizes: WIDTHS.map((width) => ({ width })) }, async (_, to) => {
      for (const width of WIDTHS) await jpeg(sharp(path).resize({ width }), `${to}-${width}`);
    }),
    convert('webp', (source) => source.webp({ quality: 80, effort: 4 })),
    convert('avif', (source) => source.avif({ quality: 55, effort: 2 })),
    convert('png', (source) => source.png({ compressionLevel: 6 })),
  ];
}

const BOX = { left: 200, top: 200, width: 2400, height: 1600 } as const;
const WIDTHS = [1600, 800, 320] as const;

function soundWorks({ sound }: Sources, ffmpeg: string): Work[] {
  if (sound === null) return [];
  const { path, fileId } = sound;
  const call = (words: readonly string[], to: string) =>
    runProcess({
      command: [ffmpeg, '-v', 'error', '-nostdin', '-y', '-threads', '1', '-i', path, '-vn', ...words, to],
    });
  const work = (tool: string, more: object, { words, ending }: Bare): Work => ({
    tool,
    arguments: { source: { fileId }, ...more },
    bare: (to) => call(words, `${to}.${ending}`),
  });
  const trim = { words: ['-ss', '10', '-to', '50', ...MP3], ending: 'mp3' };
  return [
    ...SOUND_MODELS.map(({ model, ...bare }) => ({ ...work('audio-convert', { model }, bare), model })),
    work('audio-trim', { startSeconds: 10, endSeconds: 50, format: 'mp3' }, trim),
  ];
}

interface Bare {
  readonly words: readonly string[];
  /** Of the file. */
  readonly ending: string;
}

const MP3 = ['-c:a', 'libmp3lame', '-b:a', '160k'];
const SOUND_MODELS = [
  { model: 'mp3', ending: 'mp3', words: MP3 },
  { model: 'aac', ending: 'm4a', words: ['-c:a', 'aac', '-b:a', '160k'] },
  { model: 'opus', ending: 'ogg', words: ['-c:a', 'libopus', '-b:a', '96k'] },
  { model: 'flac', ending: 'flac', words: ['-c:a', 'flac', '-sample_fmt', 's16'] },
  { model: 'wav', ending: 'wav', words: ['-c:a', 'pcm_s16le'] },
] as const;
