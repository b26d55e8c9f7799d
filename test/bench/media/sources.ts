/** What the operations work on, made here: large enough that each takes more than the 100 ms below which no ratio is asked for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from '@tollgate/testing';
import sharp from 'sharp';
import { post } from '../fixture.ts';

const PICTURE = { width: 3000, height: 2000 } as const;

export interface Source {
  readonly path: string;
  /** As the system knows it. */
  readonly fileId: string;
}

export interface Sources {
  readonly picture: Source;
  /** Null without ffmpeg. */
  readonly sound: Source | null;
}

interface Place {
  readonly directory: string;
  readonly url: string;
  readonly key: string;
  /** Where ffmpeg is, if it is. */
  readonly ffmpeg: string | null;
  readonly soundSeconds: number;
}

export async function makeSources({ directory, url, key, ffmpeg, soundSeconds }: Place): Promise<Sources> {
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
  if (ffmpeg === null) return { picture: await upload(picture, 'image/jpeg'), sound: null };
  const sound = join(directory, 'media.mp3');
  await runProcess({
    command: [ffmpeg, '-v', 'error', '-nostdin', ...soundOf(soundSeconds), '-c:a', 'libmp3lame', '-b:a', '128k', sound],
  });
  return { picture: await upload(picture, 'image/jpeg'), sound: await upload(sound, 'audio/mpeg') };
}

/** A chord over pink noise, in stereo: nothing that an encoder gets for free. */
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
