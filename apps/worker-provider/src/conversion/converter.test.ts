/** A paid result in any form that a decoder reads is delivered as the promised type. Sound and video need ffmpeg. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from '@farebox/media';
import { findIsolation } from '@farebox/sandbox';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OutputInvalid } from '../call/run.ts';
import { saveFile } from '../output/save.ts';
import { FFMPEG } from '../testing/sound.ts';
import { type Converter, converted, createConverter } from './converter.ts';
import type { OutputType, Wanted } from './conversion.ts';

const SIZE = { width: 96, height: 64 };
let directory: string;
let converter: Converter;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'farebox-conversion-'));
  converter = createConverter({ isolation: findIsolation(), ffmpeg: FFMPEG });
});
afterAll(async () => {
  await converter.close();
  await rm(directory, { recursive: true });
});

const visitor = { owner: 'one', signal: new AbortController().signal };
const save = (bytes: Buffer, mimeTypes: readonly OutputType[], secondsMax = 60) => {
  const convert = (received: Buffer, wanted: Wanted) => converted(converter, { bytes: received, wanted, visitor });
  const fetch = () => Promise.reject(new Error('nothing is fetched'));
  return saveFile([{ bytes }], { mimeTypes, directory, secondsMax }, { fetch, convert });
};

/** Orange on the left, half-transparent on the right. */
const drawing = () =>
  sharp({ create: { ...SIZE, channels: 4, background: { r: 255, g: 128, b: 0, alpha: 1 } } }).composite([
    {
      input: { create: { width: 48, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } } },
      left: 48,
      top: 0,
      blend: 'dest-out',
    },
  ]);
const without = (bytes: Buffer, tail: number): Buffer => bytes.subarray(0, bytes.length - tail);
const and = (bytes: Buffer, tail: string): Buffer => Buffer.concat([bytes, Buffer.from(tail)]);

const PICTURES: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['a WebP', () => drawing().webp().toBuffer()],
  ['a lossless WebP', () => drawing().webp({ lossless: true }).toBuffer()],
  ['a JPEG', () => drawing().jpeg().toBuffer()],
  ['a progressive JPEG', () => drawing().jpeg({ progressive: true }).toBuffer()],
  ['a JPEG and a newline', async () => and(await drawing().jpeg().toBuffer(), '\n')],
  ['a JPEG without its end marker', async () => without(await drawing().jpeg().toBuffer(), 2)],
  ['a GIF', () => drawing().gif().toBuffer()],
  ['an AVIF', () => drawing().avif().toBuffer()],
  ['a PNG and a newline', async () => and(await drawing().png().toBuffer(), '\n')],
  ['a PNG and other bytes', async () => and(await drawing().png().toBuffer(), 'made by a model '.repeat(99))],
  ['an interlaced PNG of 16 bits and zeros', async () => and(await deep().toBuffer(), '\0'.repeat(512))],
  ['an animated WebP', () => animation().webp({ loop: 0 }).toBuffer()],
  ['an animated GIF', () => animation().gif().toBuffer()],
];
const deep = () => drawing().toColourspace('rgb16').png({ progressive: true });
/** Two pictures of the size, one above the other. */
const animation = () =>
  sharp({ create: { width: 96, height: 128, channels: 3, background: { r: 255, g: 128, b: 0 }, pageHeight: 64 } });

test.each(PICTURES)('%s is delivered as a PNG of its size', async (_, made) => {
  const { path, ...saved } = await save(await made(), ['image/png']);
  expect(saved).toEqual({ mimeType: 'image/png', ...SIZE });
  expect(inspect(await readFile(path), 'image/png')).toMatchObject({ ok: true, ...SIZE });
  const { data } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(Math.abs((data[0] ?? 0) - 255) + Math.abs((data[1] ?? 0) - 128)).toBeLessThan(24);
});

test('transparency survives, and a JPEG stays one where that is allowed', async () => {
  const cutout = await save(await drawing().webp().toBuffer(), ['image/png', 'image/jpeg']);
  expect((await sharp(cutout.path).metadata()).hasAlpha).toBe(true);
  const photo = await save(without(await drawing().jpeg().toBuffer(), 2), ['image/png', 'image/jpeg']);
  expect(photo).toMatchObject({ mimeType: 'image/jpeg', ...SIZE });
});

test.each([
  ['a web page', () => Promise.resolve(Buffer.from('<!doctype html><html><body>busy</body></html>'))],
  ['an SVG', () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))],
  ['half a PNG', async () => (await deep().toBuffer()).subarray(0, 120)],
  ['half a JPEG', async () => without(await drawing().jpeg().toBuffer(), 200)],
  ['nothing', () => Promise.resolve(Buffer.alloc(0))],
])('%s is no image', async (_, made) => {
  await expect(save(await made(), ['image/png', 'image/jpeg'])).rejects.toThrow(OutputInvalid);
});

function ffmpeg(name: string, ...args: readonly string[]): Promise<Buffer> {
  const path = join(directory, name);
  const { status, stderr } = spawnSync(FFMPEG!.path, [
    '-v',
    'error',
    ...args.flatMap((each) => each.split(' ')),
    '-y',
    path,
  ]);
  if (status !== 0) throw new Error(String(stderr));
  return readFile(path);
}
const TONE = '-f lavfi -i sine=frequency=440:duration=2:sample_rate=44100';
const tone = (name: string, how = ''): Promise<Buffer> => ffmpeg(name, TONE, `-ac 1${how}`);
const FILM = '-f lavfi -i testsrc=duration=2:size=96x64:rate=25';
const film = (name: string, how: string): Promise<Buffer> => ffmpeg(name, FILM, TONE, how);
const SLOWER = 'select=lt(n\\,25)+not(mod(n\\,8))';

describe.skipIf(FFMPEG === null)('with ffmpeg', () => {
  test.each([
    ['a WAV', () => tone('a.wav')],
    ['a WAV of 24 bits', () => tone('b.wav', ' -c:a pcm_s24le')],
    ['a WAV that was streamed', async () => streamed(await tone('c.wav'))],
    ['a FLAC', () => tone('d.flac')],
    ['an Opus', () => tone('e.opus', ' -c:a libopus')],
    ['a Vorbis', () => tone('f.ogg', ' -c:a libvorbis')],
    ['an M4A', () => tone('g.m4a')],
    ['an AAC stream', () => tone('h.aac')],
    ['a WebM', () => tone('i.webm', ' -c:a libopus')],
    ['an AIFF', () => tone('j.aiff')],
    ['an MP3 with a picture', async () => Buffer.concat([TAG, await tone('k.mp3')])],
    ['two joined MP3s', async () => joined(await half('l1.mp3'), await half('l2.mp3'))],
    ['two joined MP3s of two rates', async () => joined(await half('m1.mp3'), await half('m2.mp3', ' -ar 22050'))],
    ['an MP3 and a newline', async () => and(await tone('n.mp3'), '\n')],
    ['an MP3 whose last frame is cut', async () => without(await tone('o.mp3', ' -write_xing 0'), 100)],
  ])('%s is delivered as an MP3 of its length', async (_, made) => {
    const { path, ...saved } = await save(await made(), ['audio/mpeg']);
    expect(saved.mimeType).toBe('audio/mpeg');
    expect(inspect(await readFile(path), 'audio/mpeg')).toMatchObject({ ok: true });
    expect(saved.durationSeconds).toBeGreaterThan(1.8);
    expect(saved.durationSeconds).toBeLessThan(2.3);
  });

  test('where a film has no sound yet, the sound alone is silent', async () => {
    const late = '-itsoffset 1 -f lavfi -i sine=frequency=440:duration=1:sample_rate=44100';
    const bytes = await ffmpeg('late.mp4', FILM, late, '-map 0:v -map 1:a -pix_fmt yuv420p');
    expect((await save(bytes, ['audio/mpeg'])).durationSeconds).toBeGreaterThan(1.9);
  });

  test.each([
    ['a QuickTime movie', () => film('a.mov', '-c:v libx264 -pix_fmt yuv420p')],
    ['a WebM of VP9', () => film('b.webm', '-c:v libvpx-vp9 -c:a libopus')],
    ['a WebM of VP8', () => film('c.webm', '-c:v libvpx -c:a libvorbis')],
    ['a Matroska', () => film('d.mkv', '-c:v libx264 -c:a aac')],
    ['an MPEG transport stream', () => film('e.ts', '-c:v libx264 -c:a aac')],
    ['an AVI', () => film('f.avi', '-c:v mpeg4 -c:a libmp3lame')],
    ['a GIF', () => ffmpeg('g.gif', FILM, '-f gif')],
    ['pictures of a variable rate', () => ffmpeg('h.mp4', FILM, `-vf ${SLOWER} -fps_mode vfr -pix_fmt yuv420p`)],
    ['pictures of 4:4:4', () => ffmpeg('i.mkv', FILM, '-c:v libx264 -pix_fmt yuv444p')],
    ['an MP4 and zeros', async () => and(await film('j.mp4', '-pix_fmt yuv420p'), '\0'.repeat(64))],
    ['an MP4 and a newline', async () => and(await film('k.mp4', '-pix_fmt yuv420p'), '\n')],
  ])('%s is delivered as an MP4 of its length', async (_, made) => {
    const { path, ...saved } = await save(await made(), ['video/mp4'], 4);
    expect(saved).toMatchObject({ mimeType: 'video/mp4', ...SIZE });
    expect(inspect(await readFile(path), 'video/mp4')).toMatchObject({ ok: true });
    expect(saved.durationSeconds).toBeGreaterThan(1.7);
    expect(saved.durationSeconds).toBeLessThan(2.4);
  });

  test.each(['audio/mpeg', 'video/mp4'] as const)('a playlist, a page or noise is no %s', async (mimeType) => {
    const path = join(directory, 'secret.wav');
    await tone('secret.wav');
    for (const bytes of [
      Buffer.from(`#EXTM3U\n#EXTINF:2,\nfile://${path}\n#EXT-X-ENDLIST\n`),
      Buffer.from(`ffconcat version 1.0\nfile '${path}'\n`),
      Buffer.from('<!doctype html><p>busy</p>'),
      Buffer.from('noise of a service '.repeat(999)),
      Buffer.alloc(4096),
    ])
      await expect(save(bytes, [mimeType])).rejects.toThrow(OutputInvalid);
  });
});

const TAG = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\x02\0', 'latin1'), Buffer.alloc(256)]);
const half = (name: string, how = ''): Promise<Buffer> => tone(name, `${how} -t 1`);
const joined = (...parts: readonly Buffer[]): Buffer => Buffer.concat(parts);

/** Lengths as ffmpeg writes them into a pipe. */
function streamed(wav: Buffer): Buffer {
  const bytes = Buffer.from(wav);
  bytes.writeUInt32LE(0xffffffff, 4);
  bytes.writeUInt32LE(0xffffffff, bytes.indexOf('data') + 4);
  return bytes;
}
