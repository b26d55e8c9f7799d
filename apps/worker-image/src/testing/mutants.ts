/** Test support: damaged files. Whole ones are changed in places that a seed decides; some damage is made to get past the upload. */
import { readFileSync } from 'node:fs';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { waves } from './samples.ts';

export interface Mutant {
  readonly format: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
}

type Random = () => number;
type Damage = (bytes: Buffer, random: Random) => Buffer;

/** The same numbers for the same seed, on every machine (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const within = (random: Random, limit: number): number => Math.floor(random() * limit);
const WORST = [0, 1, 0x7f, 0x80, 0xfe, 0xff];

/** A few bytes are others; sometimes some are missing, or there twice. */
const anywhere: Damage = (bytes, random) => {
  const copy = Buffer.from(bytes);
  for (let count = 1 + within(random, 6); count > 0; count--) {
    copy[within(random, copy.length)] = random() < 0.5 ? WORST[within(random, WORST.length)]! : within(random, 256);
  }
  if (random() < 0.6) return copy;
  const [from, to] = [within(random, copy.length), within(random, copy.length)];
  return Buffer.concat([copy.subarray(0, Math.max(from, to)), copy.subarray(Math.min(from, to))]);
};

/** Behind the start of the first scan, and no marker: the upload cannot tell. */
const entropy: Damage = (bytes, random) => {
  const copy = Buffer.from(bytes);
  const start = copy.indexOf(Buffer.from('ffda', 'hex')) + 14;
  for (let count = 1 + within(random, 40); count > 0; count--) {
    const at = start + within(random, copy.length - 2 - start);
    if (copy[at] !== 0xff && copy[at - 1] !== 0xff) copy[at] = within(random, 255);
  }
  return copy;
};

/** The pixels themselves, filters among them; amounts and checksums are right. */
const pixels: Damage = (bytes, random) => {
  const data: Buffer[] = [];
  const others: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const length = bytes.readUInt32BE(at);
    const isData = bytes.toString('latin1', at + 4, at + 8) === 'IDAT';
    (isData ? data : others).push(bytes.subarray(isData ? at + 8 : at, at + (isData ? 8 : 12) + length));
  }
  const raw = inflateSync(Buffer.concat(data));
  for (let count = 1 + within(random, 60); count > 0; count--) raw[within(random, raw.length)] = within(random, 256);
  const end = others.pop()!;
  return Buffer.concat([bytes.subarray(0, 8), ...others, chunk('IDAT', deflateSync(raw)), end]);
};

function chunk(type: string, data: Buffer): Buffer {
  const [named, numbers] = [Buffer.concat([Buffer.from(type), data]), Buffer.alloc(8)];
  numbers.writeUInt32BE(data.length);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

const media = (name: string): Buffer =>
  readFileSync(new URL(`../../../../packages/media/fixtures/${name}`, import.meta.url));

/** Per format: what is damaged, and how. */
async function fixtures(): Promise<
  readonly { format: string; mimeType: string; whole: Buffer[]; damages: Damage[] }[]
> {
  const picture = () => waves(48, 32);
  const [baseline, progressive, grey] = await Promise.all([
    picture().jpeg().toBuffer(),
    picture().jpeg({ progressive: true }).toBuffer(),
    picture().greyscale().jpeg().toBuffer(),
  ]);
  const [plain, interlaced, palette, deep] = await Promise.all([
    picture().png().toBuffer(),
    picture().png({ progressive: true }).toBuffer(),
    picture().png({ palette: true, progressive: true }).toBuffer(),
    picture().toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  ]);
  const sound = [anywhere];
  return [
    { format: 'JPEG', mimeType: 'image/jpeg', whole: [baseline, progressive, grey], damages: [anywhere, entropy] },
    { format: 'PNG', mimeType: 'image/png', whole: [plain, interlaced, palette, deep], damages: [anywhere, pixels] },
    {
      format: 'WAV',
      mimeType: 'audio/wav',
      whole: ['pcm16.wav', 'float32.wav', 'surround24.wav'].map(media),
      damages: sound,
    },
    { format: 'MP3', mimeType: 'audio/mpeg', whole: ['cbr.mp3', 'vbr.mp3', 'bare.mp3'].map(media), damages: sound },
    {
      format: 'MP4',
      mimeType: 'video/mp4',
      whole: ['moov-last.mp4', 'fragmented.mp4', 'vp9-opus.mp4', 'hevc-ac3.mp4'].map(media),
      damages: sound,
    },
  ];
}

/** What found something once. */
const KEPT: readonly Mutant[] = ['interlaced-bad-filter.png'].map((name) => ({
  format: `kept: ${name}`,
  mimeType: 'image/png',
  bytes: readFileSync(new URL(`../../fixtures/${name}`, import.meta.url)),
}));

export async function mutants({ each, seed }: { each: number; seed: number }): Promise<readonly Mutant[]> {
  const random = randomOf(seed);
  const made = (await fixtures()).flatMap(({ format, mimeType, whole, damages }) =>
    Array.from({ length: each }, (_, index) => {
      const damage = damages[index % damages.length]!;
      return { format, mimeType, bytes: damage(whole[within(random, whole.length)]!, random) };
    }),
  );
  return [...KEPT, ...made];
}
