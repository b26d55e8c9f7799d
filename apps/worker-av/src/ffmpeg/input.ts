/** How a source is opened: as the type that was checked, by one demuxer and by decoders that stand here; no protocol but files. */
import type { SoundType } from '@farebox/kernel';
import { decimal } from './number.ts';

export interface Source {
  readonly path: string;
  readonly mimeType: SoundType;
  /** Where to begin to read, in seconds; times are counted from there. Pictures from the last whole one before it on come too, at times below 0. */
  readonly fromSeconds?: number;
}

/** The one demuxer of each type, and how it is told to open nothing else. */
const DEMUXERS: Readonly<Record<SoundType, readonly string[]>> = {
  'audio/wav': ['-f', 'wav', '-format_whitelist', 'wav'],
  'audio/mpeg': ['-f', 'mp3', '-format_whitelist', 'mp3'],
  'audio/flac': ['-f', 'flac', '-format_whitelist', 'flac'],
  'audio/ogg': ['-f', 'ogg', '-format_whitelist', 'ogg'],
  'audio/mp4': mov(),
  'video/mp4': mov(),
};
function mov(): readonly string[] {
  return ['-f', 'mov', '-format_whitelist', 'mov,mp4,m4a,3gp,3g2,mj2', '-enable_drefs', '0', '-use_absolute_path', '0'];
}

/** Of what the walkers of uploads let through, and of what our own tools make. */
const DECODERS = [
  'aac',
  'mp3',
  'mp3float',
  'opus',
  'libopus',
  'flac',
  'ac3',
  'eac3',
  'h264',
  'hevc',
  'mpeg4',
  'vp9',
  'libdav1d',
  'libaom-av1',
  'av1',
  ...['u8', 's16le', 's24le', 's32le', 'f32le', 'f64le', 'alaw', 'mulaw'].map((name) => `pcm_${name}`),
].join(',');

const STREAMS_MAX = 64;

export const inputWords = ({ path, mimeType, fromSeconds = 0 }: Source): readonly string[] => [
  '-threads',
  '1',
  '-protocol_whitelist',
  'file,pipe',
  '-codec_whitelist',
  DECODERS,
  '-max_streams',
  String(STREAMS_MAX),
  ...(fromSeconds > 0 ? ['-noaccurate_seek', '-ss', decimal(fromSeconds)] : []),
  ...DEMUXERS[mimeType],
  '-i',
  `file:${path}`,
];
