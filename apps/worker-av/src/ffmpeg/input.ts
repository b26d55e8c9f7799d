/**
 * How a source is opened: as its verified type, with one demuxer and the decoders listed here, and no protocol except
 * files.
 */
import type { SoundType } from '@farebox/kernel';
import { decimal } from './number.ts';

export interface Source {
  readonly path: string;
  readonly mimeType: SoundType;
  /**
   * Where reading starts, in seconds; times are counted from there. Frames from the previous key frame on are
   * included, at times below 0.
   */
  readonly fromSeconds?: number;
}

/** The only demuxer of each type, with the options that keep it from opening anything else. */
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

/** Decoders for the formats that uploads may have, and for those that our own tools write. */
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
