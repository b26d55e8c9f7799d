/**
 * Test support: damaged audio and video, the same for the same seed on every machine. Half of the damage is made to
 * pass the checks of uploads.
 */
import { readFileSync } from 'node:fs';
import type { SoundType } from '@farebox/kernel';
import { anywhere, type Damage, randomOf, within } from '@farebox/testing/hostile';

export interface Mutant {
  readonly name: string;
  readonly mimeType: SoundType;
  readonly bytes: Buffer;
}

/** Valid files of one codec that are damaged. */
export interface Format {
  readonly name: string;
  readonly mimeType: SoundType;
  readonly wholes: readonly Buffer[];
}

/** A fixture of packages/media. */
export const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../../packages/media/fixtures/${name}`, import.meta.url));

/** The formats that can be uploaded, each video codec separately. */
export const uploadedFormats = (): readonly Format[] => [
  {
    name: 'WAV',
    mimeType: 'audio/wav',
    wholes: ['pcm16.wav', 'float32.wav', 'surround24.wav', 'alaw.wav'].map(fixture),
  },
  { name: 'MP3', mimeType: 'audio/mpeg', wholes: ['cbr.mp3', 'vbr.mp3', 'bare.mp3'].map(fixture) },
  film('H.264', 'moov-last.mp4', 'moov-first.mp4', 'fragmented.mp4', 'avc-eac3.mp4'),
  film('VP9', 'vp9-opus.mp4'),
  film('AV1', 'av1-mp3.mp4'),
  film('HEVC', 'hevc-ac3.mp4'),
  film('MPEG-4 Part 2', 'silent.mp4'),
];

/** The formats that only tools make, and that may be the input of a step. */
export const madeFormats = (flac: Buffer): readonly Format[] => [
  { name: 'M4A', mimeType: 'audio/mp4', wholes: [fixture('sound-only.m4a')] },
  { name: 'Opus', mimeType: 'audio/ogg', wholes: [fixture('pages.opus')] },
  { name: 'FLAC', mimeType: 'audio/flac', wholes: [flac] },
];

const film = (codec: string, ...names: readonly string[]): Format => ({
  name: `MP4 with ${codec}`,
  mimeType: 'video/mp4',
  wholes: names.map(fixture),
});

/** Damages data after the headers, where the audio is. */
const inside: Damage = (bytes, random) => {
  const copy = Buffer.from(bytes);
  const start = copy.length >> 2;
  for (let count = 1 + within(random, 60); count > 0; count--) {
    const at = start + within(random, copy.length - start);
    if (copy[at] !== 0xff && copy[at - 1] !== 0xff) copy[at] = within(random, 255);
  }
  return copy;
};

/** Replaces a part of the media data of a video by noise; its tables stay correct. */
const ruined: Damage = (bytes, random) => {
  const copy = Buffer.from(bytes);
  const box = copy.indexOf('mdat') - 4;
  if (box < 0) return inside(copy, random);
  const length = copy.readUInt32BE(box) - 8;
  const from = within(random, length >> 1);
  const end = from + within(random, length - from);
  for (let at = from; at < end; at++) copy[box + 8 + at] = within(random, 256);
  return copy;
};

export interface Damaged {
  /** Number of mutants for each format. */
  readonly each: number;
  readonly seed: number;
  /** Besides damage anywhere and within the media data. */
  readonly damages?: readonly Damage[];
}

export function mutants(formats: readonly Format[], { each, seed, damages: others = [] }: Damaged): readonly Mutant[] {
  const random = randomOf(seed);
  const damages = [inside, anywhere, ruined, ...others];
  return formats.flatMap(({ name, mimeType, wholes }) =>
    Array.from({ length: each }, (_, n) => {
      const damage = damages[n % damages.length]!;
      return { name: `${name} ${n}`, mimeType, bytes: damage(wholes[within(random, wholes.length)]!, random) };
    }),
  );
}
