/** Test support: the app's check of recordings, and its ffmpeg. */
import { findFfmpeg, findIsolation } from '@farebox/sandbox';
import { createSoundCheck, type SoundCheck, withoutSoundCheck } from '../sound/check-sound.ts';

const found = findFfmpeg(process.env['FAREBOX_FFMPEG'] ?? '', process.env['PATH'] ?? '');
/** Null if no ffmpeg is installed. */
export const FFMPEG = found.ok ? found.ffmpeg : null;

export const openSoundCheck = (): SoundCheck =>
  found.ok
    ? createSoundCheck({ ffmpeg: found.ffmpeg, isolation: findIsolation(), size: 2 })
    : withoutSoundCheck(found.problem);

/** Silence: one channel, 8 kHz, 16 bits. */
export function silence(seconds: number): Buffer {
  const [head, data] = [Buffer.alloc(44), Buffer.alloc(seconds * 16_000)];
  head.write('RIFF____WAVEfmt ');
  head.writeUInt32LE(data.length + 36, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
