/**
 * Test support: damaged files. Valid files are changed at positions chosen by a seed; some of the damage passes the
 * checks of the upload.
 */
import { readFileSync } from 'node:fs';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { anywhere, type Damage, randomOf, within } from '@farebox/testing/hostile';
import { waves } from './samples.ts';

export interface Mutant {
  readonly format: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
}

/** Damages data after the start of the first scan, and no marker, so that the upload cannot detect it. */
const entropy: Damage = (bytes, random) => {
  const copy = Buffer.from(bytes);
  const start = copy.indexOf(Buffer.from('ffda', 'hex')) + 14;
  for (let count = 1 + within(random, 40); count > 0; count--) {
    const at = start + within(random, copy.length - 2 - start);
    if (copy[at] !== 0xff && copy[at - 1] !== 0xff) copy[at] = within(random, 255);
  }
  return copy;
};

/** Damages the pixels themselves, including filters. Lengths and checksums are correct. */
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

/** For each format: the valid files, and the kinds of damage. */
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
  return [
    { format: 'JPEG', mimeType: 'image/jpeg', whole: [baseline, progressive, grey], damages: [anywhere, entropy] },
    { format: 'PNG', mimeType: 'image/png', whole: [plain, interlaced, palette, deep], damages: [anywhere, pixels] },
  ];
}

/** Files that once revealed a defect. */
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
