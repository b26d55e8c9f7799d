/** A file gets the same result from disk as from memory, and only a few of its pages are held at a time. */
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bytes } from './bytes.ts';
import { onFile } from './file-bytes.ts';
import { inspect, inspectFile } from './inspect.ts';
import { drawn, fixture, RECORDED } from './samples.ts';
import { measureVideo, videoIn } from './video.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-file-bytes-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

function stored(bytes: Buffer): string {
  const path = join(directory, 'file');
  writeFileSync(path, bytes);
  return path;
}

const MADE = [
  { name: 'pages.opus', mimeType: 'audio/ogg', bytes: fixture('pages.opus') },
  { name: 'sound-only.m4a', mimeType: 'audio/mp4', bytes: fixture('sound-only.m4a') },
] as const;
const SAMPLES = [...RECORDED, ...MADE, ...(await drawn())];

describe.for(SAMPLES.map((sample) => [sample.name, sample] as const))('%s', ([, { mimeType, bytes }]) => {
  test('gets the same result from disk, whole, truncated and changed', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(bytes.length - 1), fc.nat(255), (cut, at, byte) => {
        const changed = Buffer.from(bytes);
        changed[at] = byte;
        for (const each of [bytes, bytes.subarray(0, cut), changed])
          expect(inspectFile(stored(each), mimeType)).toEqual(inspect(each, mimeType));
      }),
      { numRuns: 30 },
    );
  });
});

test('a video is measured the same', () => {
  const bytes = fixture('moov-last.mp4');
  expect(measureVideo(stored(bytes))).toEqual(videoIn(bytes));
});

type Read = (bytes: Bytes, at: number) => unknown;
const READS: readonly Read[] = [
  (bytes, at) => bytes.readUInt8(at),
  (bytes, at) => bytes.readUInt16BE(at),
  (bytes, at) => bytes.readUInt16LE(at),
  (bytes, at) => bytes.readUInt32BE(at),
  (bytes, at) => bytes.readUInt32LE(at),
  (bytes, at) => bytes.readUIntBE(at, 3),
  (bytes, at) => bytes.readBigUInt64BE(at),
  (bytes, at) => bytes.readBigUInt64LE(at),
  (bytes, at) => bytes.toString('latin1', at, at + 5),
];

const tried = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return (error as Error).name;
  }
};

test('every read equals that of a Buffer, within pages, across pages and after the end', () => {
  const parts = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 3 });
  const reads = fc.array(fc.tuple(fc.constantFrom(...READS), fc.nat(40)), { minLength: 1 });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), parts, reads, (content, cuts, asked) => {
      const inMemory = cuts.reduce((bytes, [from, to]) => bytes.subarray(from, to), Buffer.from(content));
      const found = onFile(
        stored(Buffer.from(content)),
        (file) => {
          const part = cuts.reduce((bytes, [from, to]) => bytes.subarray(from, to), file);
          expect(part.whole().equals(inMemory)).toBe(true);
          return asked.map(([read, at]) => tried(() => read(part, at)));
        },
        8,
      );
      expect(found).toEqual(asked.map(([read, at]) => tried(() => read(inMemory, at))));
    }),
  );
});

/** The content is a hole, so the file uses no disk space. */
function sparse(name: string, head: Buffer, sizeBytes: number): string {
  const path = join(directory, name);
  const file = openSync(path, 'w');
  writeSync(file, head);
  ftruncateSync(file, sizeBytes);
  closeSync(file);
  return path;
}

test('a file larger than any single read is measured', () => {
  const [rate, dataBytes] = [384_000, 3 * 1024 ** 3];
  const head = Buffer.alloc(44);
  head.write('RIFF____WAVEfmt ');
  head.writeUInt32LE(dataBytes + 36, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 4, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(dataBytes, 40);
  const path = sparse('large.wav', head, dataBytes + 44);
  expect(inspectFile(path, 'audio/wav')).toEqual({
    ok: true,
    durationSeconds: Math.round((dataBytes / 4 / rate) * 1e6) / 1e6,
  });
});
