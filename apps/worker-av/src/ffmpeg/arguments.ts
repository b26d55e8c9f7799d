/**
 * Command lines of ffmpeg. They are made of words that stand here and of numbers; nothing that a client wrote is ever a part of one. What
 * is read is read as the type that was checked, by one demuxer and by decoders that stand here; no protocol but files.
 */
import { ENCODERS, type Ffmpeg } from '@tollgate/ffmpeg';
import { AUDIO_FORMATS, type AudioFormat, extensionOf, invariant, type SoundType } from '@tollgate/kernel';

export interface Encoding {
  readonly format: AudioFormat;
  readonly bitrateKbps?: number;
  readonly sampleRateHz?: number;
  readonly channels?: 1 | 2;
}

type Command = readonly [string, ...string[]];

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
  ...['u8', 's16le', 's24le', 's32le', 'f32le', 'f64le', 'alaw', 'mulaw'].map((name) => `pcm_${name}`),
].join(',');

const STREAMS_MAX = 64;
/** Of one block of memory that a file asks for. */
const BLOCK_BYTES_MAX = 256 * 1024 ** 2;

const QUIET = ['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error', '-max_alloc', String(BLOCK_BYTES_MAX)];
const ONE_THREAD = ['-threads', '1'] as const;

const inputOf = (path: string, mimeType: SoundType): readonly string[] => [
  ...ONE_THREAD,
  '-protocol_whitelist',
  'file,pipe',
  '-codec_whitelist',
  DECODERS,
  '-max_streams',
  String(STREAMS_MAX),
  ...DEMUXERS[mimeType],
  '-i',
  `file:${path}`,
];
/** The first track of sound, and nothing that a file says of itself. */
const SOUND_ALONE = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'] as const;

const REPEATABLE = ['-filter_threads', '1', '-fflags', '+bitexact', '-flags:a', '+bitexact'] as const;

export interface Source {
  readonly path: string;
  readonly mimeType: SoundType;
}

/** Says on its standard output how far it is. The same source twice gives the same bytes. */
export function encodeCommand(
  ffmpeg: Ffmpeg,
  source: Source,
  { out, encoding }: { out: string; encoding: Encoding },
): Command {
  const { channels, sampleRateHz } = encoding;
  return [
    ffmpeg.path,
    ...QUIET,
    '-progress',
    'pipe:1',
    ...inputOf(source.path, source.mimeType),
    ...SOUND_ALONE,
    ...ONE_THREAD,
    ...REPEATABLE,
    ...(channels === undefined ? [] : ['-ac', integer(channels)]),
    ...(sampleRateHz === undefined ? [] : ['-ar', integer(sampleRateHz)]),
    ...CODECS[encoding.format](encoding),
    '-y',
    `file:${out}`,
  ];
}

/** Only decodes: tells whether a source is at fault. */
export const decodeCommand = (ffmpeg: Ffmpeg, { path, mimeType }: Source): Command => [
  ffmpeg.path,
  ...QUIET,
  ...inputOf(path, mimeType),
  ...SOUND_ALONE,
  '-f',
  'null',
  '-',
];

export const fileNameOf = (format: AudioFormat): string => `result${extensionOf(AUDIO_FORMATS[format])}`;

const CODECS: Readonly<Record<AudioFormat, (encoding: Encoding) => readonly string[]>> = {
  mp3: ({ bitrateKbps = 160 }) => [...codec('mp3'), ...bitrate(bitrateKbps), '-id3v2_version', '0', '-f', 'mp3'],
  wav: () => [...codec('wav'), '-f', 'wav'],
  aac: ({ bitrateKbps = 160 }) => [...codec('aac'), ...bitrate(bitrateKbps), '-movflags', '+faststart', '-f', 'ipod'],
  opus: ({ bitrateKbps = 96 }) => [...codec('opus'), ...bitrate(bitrateKbps), '-f', 'opus'],
  flac: () => [...codec('flac'), '-sample_fmt', 's16', '-f', 'flac'],
};

const codec = (format: AudioFormat): readonly string[] => ['-c:a', ENCODERS[format]];
const bitrate = (kbps: number): readonly string[] => ['-b:a', `${integer(kbps)}k`];

function integer(value: number): string {
  invariant(Number.isSafeInteger(value) && value > 0, 'an argument is a positive integer');
  return String(value);
}
