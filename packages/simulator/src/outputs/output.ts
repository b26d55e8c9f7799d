/** Produces the result of a call, again on each request: real files of the requested size or length. */
import { readFileSync } from 'node:fs';
import type { Work } from '../call.ts';
import { png } from './png.ts';

export interface OutputFile {
  readonly bytes: Buffer;
  readonly mimeType: string;
  readonly extension: string;
}

export const VIDEO_SECONDS_MAX = 8;
export const SPEECH_SECONDS_MAX = 600;

const SAMPLES = new URL('../../samples/', import.meta.url);
const sample = (name: string): Buffer => readFileSync(new URL(name, SAMPLES));

export function outputOf(work: Exclude<Work, { kind: 'transcript' }>): OutputFile {
  switch (work.kind) {
    case 'picture':
      return work.format === 'png'
        ? { bytes: png(work), mimeType: 'image/png', extension: 'png' }
        : { bytes: sample('picture.jpg'), mimeType: 'image/jpeg', extension: 'jpg' };
    case 'speech':
      // The sample contains only frames, so repeating it gives one longer recording.
      return {
        bytes: Buffer.concat(Array<Buffer>(work.seconds).fill(sample('tone.mp3'))),
        mimeType: 'audio/mpeg',
        extension: 'mp3',
      };
    case 'video':
      return { bytes: sample(`video-${work.seconds}.mp4`), mimeType: 'video/mp4', extension: 'mp4' };
  }
}
