/** Videos for the tests of this app, made by ffmpeg, and what ffprobe reads from results. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { make } from './media.ts';

export interface VideoOptions {
  readonly size?: string;
  readonly rate?: number | string;
  readonly seconds?: number;
  readonly sound?: boolean;
  /** Arguments before the name of the file. */
  readonly args?: readonly string[];
}

/** Moving frames and a tone, as H.264 and AAC. */
export function makeVideo(path: string, options: VideoOptions = {}): string {
  const { size = '160x90', rate = 25, seconds = 2, sound = true, args = [] } = options;
  const pictures = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:d=${seconds}:r=${rate}`];
  const tone = sound ? ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`, '-c:a', 'aac'] : [];
  return make(path, [...pictures, ...tone, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...args]);
}

const HALF = 65_536;
/** The offset of the rotation matrix in a header, from its end. */
const MATRIX_FROM_END = { tkhd: 44, mvhd: 64 } as const;

/** Declares a rotation by 90 degrees; changes the file. */
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
    /** The number of frames that really decode. */
    readonly pictures: number;
    /** Rotation in degrees. */
    readonly turn: number;
  };
  readonly sound: { readonly codec: string; readonly channels: number; readonly seconds: number } | null;
  readonly streams: number;
  /** Metadata that says more than how the file was made. */
  readonly tags: readonly string[];
}

type Stream = Readonly<Record<string, unknown>> & {
  readonly tags?: Readonly<Record<string, string>>;
  readonly side_data_list?: readonly { readonly rotation?: number }[];
};

/** @param path of the file to which the bytes are written. */
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

/** Tags of the container and the encoder. */
const OWN: readonly string[] = [
  'major_brand',
  'minor_version',
  'compatible_brands',
  'language',
  'handler_name',
  'vendor_id',
  'encoder',
];

/** The similarity of two videos of one size, frame by frame: 1 means equal. */
export function likeness(one: string, other: string): number {
  const args = ['-nostdin', '-i', one, '-i', other, '-lavfi', '[0:v][1:v]ssim', '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' });
  return Number(/All:([\d.]+)/.exec(stderr)?.[1]);
}
