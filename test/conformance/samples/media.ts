/** Real sound and video. `tone.mp3` and `clip.mp4` were made once with ffmpeg from its own test sources. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One second of 8 kHz mono PCM; `hz` makes it a different file. */
export function wav(hz: number): Buffer {
  const samples = Int16Array.from({ length: 8000 }, (_, at) =>
    Math.round(8000 * Math.sin((at * hz * 2 * Math.PI) / 8000)),
  );
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // mono
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(16000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}

/** A second of AAC in MP4, made once with ffmpeg. */
export const m4a = (): Promise<Buffer> => readFile(join(import.meta.dirname, 'tone.m4a'));
export const mp3 = (): Promise<Buffer> => readFile(join(import.meta.dirname, 'tone.mp3'));
export const mp4 = (): Promise<Buffer> => readFile(join(import.meta.dirname, 'clip.mp4'));
