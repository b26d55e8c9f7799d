/**
 * No false field of a file lowers its price. Each field is changed up and down, alone and together with others; the
 * file must be refused or give the same measurement. `LYING_FILES=1000000 LYING_SEED=7` tries that many files with
 * another seed.
 */
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Field, fieldsOf, liedAbout, randomOf } from '../testing/lies.ts';
import { inspect, inspectUpload } from './inspect.ts';
import { drawn, fixture, RECORDED, type Sample } from './samples.ts';

const TOGETHER = Number(process.env['LYING_FILES'] ?? 20_000);
const SEED = Number(process.env['LYING_SEED'] ?? 1);

const FACTORS = [0, 0.001, 0.1, 0.5, 0.9, 0.97, 1.03, 1.1, 2, 10, 1000, 1e9];
const CHANGES = [...FACTORS.map((factor) => (value: number) => value * factor), (value: number) => value - 1];

/**
 * Decoded durations that are shorter than the measured ones: the file has a gap between two of 23 frames, or a last
 * packet that is half silence.
 */
const DECODED: Readonly<Record<string, number>> = { 'fragmented.mp4': (23 * 1024) / 22_050, 'vp9-opus.mp4': 0.6 };

/** Whether at least 98 % of the true value is measured, in the unit of the price. */
const isDear = (measured: number | undefined, truth: number | undefined): boolean =>
  (measured ?? 0) >= 0.98 * (truth ?? 0);

/** Describes a false file that was accepted below its price; null if it was refused or priced in full. */
function complaint(sample: Sample, bytes: Buffer, fields: readonly Field[]): string | null {
  const found = inspect(bytes, sample.mimeType);
  const truth = DECODED[sample.name] ?? (sample.found.ok ? sample.found.durationSeconds : undefined);
  if (!found.ok || isDear(found.durationSeconds, truth)) return null;
  const lies = fields.map(({ name, at }) => `${name} ${sample.bytes.readUInt8(at)}`).join(', ');
  return `${sample.name}: ${lies}: ${found.durationSeconds} s for ${truth}`;
}

describe('audio and video', () => {
  test.for(RECORDED.map((sample) => [sample.name, sample] as const))('%s, one field at a time', ([, sample]) => {
    const complaints: string[] = [];
    for (const field of fieldsOf(sample.bytes, sample.mimeType)) {
      for (const change of CHANGES) {
        const found = complaint(sample, liedAbout(sample.bytes, [field], change), [field]);
        if (found !== null) complaints.push(found);
      }
    }
    expect(complaints).toEqual([]);
  });

  // A video without audio whose clocks all run faster is a shorter video; a bare MP3 has no fields to change.
  const sounding = RECORDED.filter(({ name }) => name !== 'silent.mp4' && name !== 'bare.mp3');

  /** The format of a WAV describes no bitstream: with several fields changed alike, every player plays it differently. */
  const isAnother = (lies: readonly Field[]) => lies.filter(({ name }) => name.startsWith('fmt.')).length > 1;

  test(`${TOGETHER} files with several fields changed by the same factor`, { timeout: 20_000 + TOGETHER }, () => {
    const random = randomOf(SEED);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    const known = sounding.map((sample) => ({ sample, fields: fieldsOf(sample.bytes, sample.mimeType) }));
    const complaints: string[] = [];
    let accepted = 0;
    for (let count = 0; count < TOGETHER && complaints.length < 5; count++) {
      const { sample, fields } = pick(known);
      const lies = Array.from({ length: 2 + Math.floor(random() * 8) }, () => pick(fields));
      if (isAnother(lies)) continue;
      const bytes = liedAbout(sample.bytes, lies, pick(CHANGES));
      const found = complaint(sample, bytes, lies);
      if (found !== null) complaints.push(found);
      if (inspect(bytes, sample.mimeType).ok) accepted++;
    }
    expect(complaints).toEqual([]);
    expect(accepted).toBeGreaterThan(0);
  });

  test.for(['moov-last.mp4', 'fragmented.mp4'])('%s is refused if all of its clocks run faster', (name) => {
    const sample = RECORDED.find((each) => each.name === name)!;
    const clocks = fieldsOf(sample.bytes, sample.mimeType).filter(({ name: field }) => field.endsWith('timescale'));
    for (const factor of [2, 1000]) {
      expect(
        inspect(
          liedAbout(sample.bytes, clocks, (value) => value * factor),
          'video/mp4',
        ).ok,
      ).toBe(false);
    }
  });

  test('a video of 3,000 seconds that declares 0.9 is refused, and priced in full with a true duration', () => {
    const short = fixture('silent.mp4');
    const fields = fieldsOf(short, 'video/mp4');
    const isTime = ({ name }: Field) => /^(mvhd|mdhd|tkhd).*duration$|^stts.*\+12$|^elst.*\+8$/.test(name);
    const honest = liedAbout(short, fields.filter(isTime), (value) => value * 6000);
    expect(inspect(honest, 'video/mp4')).toEqual({ ok: true, width: 64, height: 48, durationSeconds: 3000 });
    const headers = fields.filter(({ name }) => name.startsWith('mvhd') && name.endsWith('duration'));
    expect(
      inspect(
        liedAbout(honest, headers, () => 900),
        'video/mp4',
      ).ok,
    ).toBe(false);
  });

  test('frames after an APE tag are counted or refused', () => {
    const bare = fixture('bare.mp3');
    const many = Buffer.alloc(bare.length * 100, bare);
    const head = Buffer.alloc(32);
    head.write('APETAGEX');
    head.writeUInt32LE(2000, 8);
    head.writeUInt32LE(many.length, 12);
    head.writeUInt32LE(0xa0000000, 20);
    expect(inspect(Buffer.concat([bare, head, many]), 'audio/mpeg').ok).toBe(false);
  });
});

describe('images', () => {
  /** A JPEG has at least two bits for each block, so only a size that is far too large can be detected without decoding. */
  const isHuge = (bytes: Buffer, fields: readonly Field[]) => fields.some(({ at }) => bytes.readUInt16BE(at) > 30_000);

  test('a PNG with a false size is refused, and so is a JPEG that declares more than its scans contain', async () => {
    const accepted: string[] = [];
    for (const sample of await drawn()) {
      for (const { bytes, fields } of sizesLiedAbout(sample)) {
        if (!(await inspectUpload(bytes, sample.mimeType)).ok) continue;
        if (sample.mimeType === 'image/png' || isHuge(bytes, fields))
          accepted.push(`${sample.name} ${fields[0]!.name}`);
      }
    }
    expect(accepted).toEqual([]);
  });
});

/** Width, height and both, each changed by every factor. */
function sizesLiedAbout({ bytes: honest, mimeType }: Sample): { bytes: Buffer; fields: readonly Field[] }[] {
  const sizes = fieldsOf(honest, mimeType);
  return [...sizes.map((field) => [field]), sizes]
    .flatMap((fields) =>
      CHANGES.map((change) => ({ fields, bytes: withCrc(liedAbout(honest, fields, change), mimeType) })),
    )
    .filter(({ bytes }) => !bytes.equals(honest));
}

/** Corrects the checksum of a PNG's header, as an attacker would. */
function withCrc(bytes: Buffer, mimeType: string): Buffer {
  if (mimeType === 'image/png') bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}
