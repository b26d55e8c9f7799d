/** Videos for the tests of this app, made by ffmpeg, and what ffprobe reads of those that were made of them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { make } from './media.ts';

export interface VideoOptions {
  readonly size?: string;
  readonly rate?: number | string;
  readonly seconds?: number;
  readonly sound?: boolean;
  /** Before the name of the file. */
  readonly args?: readonly string[];
}

/** Pictures that move and a tone, as H.264 and AAC. */
export function makeVideo(path: string, options: VideoOptions = {}): string {
  const { size = '160x90', rate = 25, seconds = 2, sound = true, args = [] } = options;
  const pictures = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:d=${seconds}:r=${rate}`];
  const tone = sound ? ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`, '-c:a', 'aac'] : [];
  return make(path, [...pictures, ...tone, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...args]);
}

const HALF = 65_536;
/** Where a header says how what is in it is shown, from its end. */
const MATRIX_FROM_END = { tkhd: 44, mvhd: 64 } as const;

/** Shown by a quarter of a turn; the file is changed. */
export function makeTurned(path: string, header: keyof typeof MATRIX_FROM_END = 'tkhd'): string {
  const film = readFileSync(path);
  const at = film.indexOf(header) - 4;
  const matrix = at + film.readUInt32BE(at) - MATRIX_FROM_END[header];
  for (const [index, value] of [0, 1, 0, -1, 0].entries()) film.writeInt32BE(value * HALF, matrix + index * 4);
  writeFileSync(path, film);
  return path;
}

export interface ProbedVideo {
  readonly video: {
    readonly codec: string;
    readonly width: number;
    readonly height: number;
    readonly format: string;
    readonly seconds: number;
    /** That really decode. */
    readonly pictures: number;
    /** In degrees. */
    readonly turn: number;
  };
  readonly sound: { readonly codec: string; readonly channels: number; readonly seconds: number } | null;
  readonly streams: number;
  /** Whatever says more than how it is made. */
  readonly tags: readonly string[];
}

type Stream = Readonly<Record<string, unknown>> & {
  readonly tags?: Readonly<Record<string, string>>;
  readonly side_data_list?: readonly { readonly rotation?: number }[];
};

/** @param path where the bytes are written first. */
export function probeVideo(bytes: Buffer, path: string): ProbedVideo {
  writeFileSync(path, bytes);
  const args = ['-v', 'error', '-count_frames', '-show_format', '-show_streams', '-of', 'json', path];
  const { streams, format } = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })) as {
    streams: readonly Stream[];
    format: Stream;
  };
  const of = (type: string): Stream | undefined => streams.find((stream) => stream['codec_type'] === type);
  const [pictures = {}, sound] = [of('video'), of('audio')];
  return {
    video: {
      codec: String(pictures['codec_name']),
      width: Number(pictures['width']),
      height: Number(pictures['height']),
      format: String(pictures['pix_fmt']),
      seconds: Number(pictures['duration']),
      pictures: Number(pictures['nb_read_frames']),
      turn: pictures.side_data_list?.[0]?.rotation ?? 0,
    },
    sound:
      sound === undefined
        ? null
        : {
            codec: String(sound['codec_name']),
            channels: Number(sound['channels']),
            seconds: Number(sound['duration']),
          },
    streams: streams.length,
    tags: [...streams, format].flatMap(({ tags = {} }) => Object.keys(tags)).filter((tag) => !OWN.includes(tag)),
  };
}

/** Of the container and the encoder. */
const OWN: readonly string[] = [
  'major_brand',
  'minor_version',
  'compatible_brands',
  'language',
  'handler_name',
  'vendor_id',
  'encoder',
];

/** How alike two videos of one size are, picture for picture: 1 is the same. */
export function likeness(one: string, other: string): number {
  const args = ['-nostdin', '-i', one, '-i', other, '-lavfi', '[0:v][1:v]ssim', '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' });
  return Number(/All:([\d.]+)/.exec(stderr)?.[1]);
}
