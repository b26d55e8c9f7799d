/** Makes the source files: large enough that each operation takes more than the 100 ms below which no ratio is required. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from '@farebox/testing';
import sharp from 'sharp';
import { post } from '../fixture.ts';

const PICTURE = { width: 3000, height: 2000 } as const;

export interface Source {
  readonly path: string;
  /** File id in the system. */
  readonly fileId: string;
}

export interface Sources {
  readonly picture: Source;
  /** Null when there is no ffmpeg; this also holds for the films. */
  readonly sound: Source | null;
  /** Ten seconds of 1280 × 720. */
  readonly film: Source | null;
  /** Four seconds of 3840 × 2160: a minute of work. */
  readonly largeFilm: Source | null;
}

interface SourceOptions {
  readonly directory: string;
  readonly url: string;
  readonly key: string;
  /** Path of ffmpeg; null when it is not installed. */
  readonly ffmpeg: string | null;
  readonly soundSeconds: number;
}

export async function makeSources({ directory, url, key, ffmpeg, soundSeconds }: SourceOptions): Promise<Sources> {
  const picture = join(directory, 'media.jpg');
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  await sharp({ create: { ...PICTURE, channels: 3, noise, background: '#000000' } })
    .jpeg()
    .toFile(picture);
  const upload = async (path: string, mimeType: string): Promise<Source> => {
    const body = JSON.stringify({ mimeType, data: readFileSync(path).toString('base64') });
    const { data } = await post<{ id: string }>(`${url}/tools/upload`, { key, body });
    return { path, fileId: data.id };
  };
  const uploaded = await upload(picture, 'image/jpeg');
  if (ffmpeg === null) return { picture: uploaded, sound: null, film: null, largeFilm: null };
  const sound = join(directory, 'media.mp3');
  await runProcess({
    command: [ffmpeg, '-v', 'error', '-nostdin', ...soundOf(soundSeconds), '-c:a', 'libmp3lame', '-b:a', '128k', sound],
  });
  const film = async (name: string, shown: string): Promise<Source> => {
    const path = join(directory, name);
    await runProcess({ command: [ffmpeg, '-v', 'error', '-nostdin', ...filmOf(shown), path] });
    return upload(path, 'video/mp4');
  };
  return {
    picture: uploaded,
    sound: await upload(sound, 'audio/mpeg'),
    film: await film('media.mp4', 'testsrc2=s=1280x720:r=25:d=10'),
    largeFilm: await film('large.mp4', 'testsrc2=s=3840x2160:r=25:d=4'),
  };
}

const filmOf = (shown: string): string[] =>
  `-f lavfi -i ${shown} -f lavfi -i sine=f=440:d=60 -shortest -c:v libx264 -preset veryfast -crf 28 -pix_fmt yuv420p -c:a aac`.split(
    ' ',
  );

/** A stereo chord over pink noise, which no encoder compresses for free. */
const soundOf = (seconds: number): string[] => [
  '-f',
  'lavfi',
  '-i',
  `aevalsrc=0.2*sin(2*PI*220*t)|0.2*sin(2*PI*331*t):s=44100:d=${seconds}`,
  '-f',
  'lavfi',
  '-i',
  `anoisesrc=color=pink:amplitude=0.2:seed=7:sample_rate=44100:duration=${seconds}`,
  '-filter_complex',
  '[0][1]amix=inputs=2',
  '-ac',
  '2',
];
