/** A bill counts the playable length, whatever the header of the file claims. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordingSeconds } from './recording-seconds.ts';

const sample = (name: string): Buffer => readFileSync(new URL(`../samples/${name}`, import.meta.url));

/** 8 kHz, one byte per sample; the header claims the length of `claimed`. */
function wav(samples: number, claimed: number): Buffer {
  const header = Buffer.from(
    'RIFF....WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data....',
    'latin1',
  );
  header.writeUInt32LE(claimed + 36, 4);
  header.writeUInt32LE(claimed, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 128)]);
}

test('a WAV is as long as its samples, and no longer than its file', () => {
  expect(recordingSeconds(wav(12_000, 12_000))).toBe(1.5);
  expect(recordingSeconds(wav(12_000, 4_000_000))).toBe(1.5);
});

test('an MP3 is as long as its frames', () => {
  const tone = sample('tone.mp3');
  const one = recordingSeconds(tone);
  expect(one).toBeCloseTo(1, 0);
  const tag = Buffer.from('ID3\x04\0\0\0\0\0\x05.....', 'latin1');
  expect(recordingSeconds(Buffer.concat([tag, tone, tone, tone]))).toBeCloseTo(3 * one, 6);
});

test('an MP4 is as long as the samples of its longest track, whatever its header claims', () => {
  const video = Buffer.from(sample('video-5.mp4'));
  expect(recordingSeconds(video)).toBeCloseTo(5, 1);
  const header = video.indexOf('mvhd') + 4;
  expect(video.readUInt32BE(header + 16)).toBeGreaterThan(0);
  video.writeUInt32BE(1, header + 16); // its duration
  expect(recordingSeconds(video)).toBeCloseTo(5, 1);
});

test('a file that is not a recording has no length', () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('RIFF'), Buffer.from('....ftyp'), Buffer.alloc(5000, 0xff)])
    expect(recordingSeconds(bytes)).toBe(0);
});
