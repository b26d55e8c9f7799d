/**
 * Test support: complete, valid files of every accepted type. Audio and video are in fixtures/, images are drawn by
 * sharp.
 */
import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import type { UploadMimeType } from '@farebox/contract';
import type { Inspection } from './inspection.ts';

export interface Sample {
  readonly name: string;
  readonly mimeType: UploadMimeType;
  readonly bytes: Buffer;
  readonly found: Inspection;
}

export const fixture = (name: string): Buffer => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));

const recorded = (name: string, mimeType: UploadMimeType, found: object): Sample => ({
  name,
  mimeType,
  bytes: fixture(name),
  found: { ok: true, ...found },
});

const picture = { width: 64, height: 48 };

export const RECORDED: readonly Sample[] = [
  recorded('pcm16.wav', 'audio/wav', { durationSeconds: 0.4 }),
  recorded('float32.wav', 'audio/wav', { durationSeconds: 0.4 }),
  recorded('alaw.wav', 'audio/wav', { durationSeconds: 0.4 }),
  recorded('surround24.wav', 'audio/wav', { durationSeconds: 0.1 }),
  recorded('cbr.mp3', 'audio/mpeg', { durationSeconds: 0.444082 }),
  recorded('vbr.mp3', 'audio/mpeg', { durationSeconds: 0.444082 }),
  recorded('bare.mp3', 'audio/mpeg', { durationSeconds: 0.504 }),
  recorded('moov-last.mp4', 'video/mp4', { ...picture, durationSeconds: 1.068118 }),
  recorded('moov-first.mp4', 'video/mp4', { ...picture, durationSeconds: 1.068118 }),
  recorded('fragmented.mp4', 'video/mp4', { ...picture, durationSeconds: 1.2 }),
  recorded('hevc-ac3.mp4', 'video/mp4', { ...picture, durationSeconds: 0.608 }),
  recorded('avc-eac3.mp4', 'video/mp4', { ...picture, durationSeconds: 0.608 }),
  recorded('vp9-opus.mp4', 'video/mp4', { ...picture, durationSeconds: 0.62 }),
  recorded('av1-mp3.mp4', 'video/mp4', { ...picture, durationSeconds: 0.648 }),
  recorded('silent.mp4', 'video/mp4', { ...picture, durationSeconds: 0.5 }),
  recorded('sound-only.m4a', 'audio/mp4', { durationSeconds: 0.64 }),
  recorded('chapters.m4a', 'audio/mp4', { durationSeconds: 1 }),
];

/** 60 × 40 pixels, varied enough to use every coding path. */
function scene(): Sharp {
  const [width, height] = [60, 40];
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, index) => (index * 31 + index ** 2) % 256));
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export async function drawn(): Promise<readonly Sample[]> {
  const [jpeg, png, webp, avif] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
  const variants: readonly [string, UploadMimeType, Sharp][] = [
    ['baseline JPEG', jpeg, scene().jpeg()],
    ['progressive JPEG', jpeg, scene().jpeg({ progressive: true })],
    ['grey JPEG', jpeg, scene().greyscale().jpeg()],
    ['CMYK JPEG', jpeg, scene().toColourspace('cmyk').jpeg()],
    ['JPEG with EXIF orientation', jpeg, scene().withMetadata({ orientation: 6 }).jpeg()],
    ['PNG', png, scene().png()],
    ['interlaced PNG', png, scene().png({ progressive: true })],
    ['palette PNG', png, scene().png({ palette: true })],
    ['16-bit PNG', png, scene().toColourspace('rgb16').png()],
    ['grey PNG with transparency', png, scene().greyscale().ensureAlpha(0.5).png()],
    ['WebP', webp, scene().webp()],
    ['lossless WebP', webp, scene().webp({ lossless: true })],
    ['WebP with transparency', webp, scene().ensureAlpha(0.5).webp()],
    ['WebP with EXIF orientation', webp, scene().withMetadata({ orientation: 6 }).webp()],
    ['AVIF', avif, scene().avif({ effort: 0 })],
    ['lossless AVIF', avif, scene().avif({ lossless: true, effort: 0 })],
    ['AVIF with transparency', avif, scene().ensureAlpha(0.5).avif({ effort: 0 })],
    ['AVIF with EXIF orientation', avif, scene().withMetadata({ orientation: 6 }).avif({ effort: 0 })],
  ];
  const [lying, standing] = [
    { ok: true, width: 60, height: 40 },
    { ok: true, width: 40, height: 60 },
  ] as const;
  return await Promise.all(
    variants.map(async ([name, mimeType, image]) => ({
      name,
      mimeType,
      bytes: await image.toBuffer(),
      found: name.includes('orientation') ? standing : lying,
    })),
  );
}
