/** Every type of file that goes in or comes out, with the ending of its name. What takes or makes one of them names it from here. */
export const FILE_TYPES = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/ogg': 'opus',
  'audio/flac': 'flac',
  'video/mp4': 'mp4',
} as const;

export type FileType = keyof typeof FILE_TYPES;

/** The pictures among them: what image tools take and make. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const satisfies FileType[];

/** What pictures that move are shown in where no video plays. Image tools take no GIF. */
export const ANIMATION_TYPES = ['image/webp', 'image/gif'] as const satisfies FileType[];
export type AnimationType = (typeof ANIMATION_TYPES)[number];

/** What sound tools make, by the name of the format, with its type. */
export const AUDIO_FORMATS = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  aac: 'audio/mp4',
  opus: 'audio/ogg',
  flac: 'audio/flac',
} as const satisfies Readonly<Record<string, FileType>>;
export type AudioFormat = keyof typeof AUDIO_FORMATS;
export const AUDIO_FORMAT_NAMES = Object.keys(AUDIO_FORMATS) as AudioFormat[];

/** What pictures that move are written in, by the name of the encoding, with the type of the file. */
export const VIDEO_FORMATS = {
  h264: 'video/mp4',
  vp9: 'video/mp4',
  av1: 'video/mp4',
  webp: 'image/webp',
  gif: 'image/gif',
} as const satisfies Readonly<Record<string, FileType>>;
export type VideoFormat = keyof typeof VIDEO_FORMATS;
export const VIDEO_FORMAT_NAMES = Object.keys(VIDEO_FORMATS) as VideoFormat[];

/** What has sound or may have it: what sound tools take. */
export const SOUND_TYPES = [
  'audio/wav',
  'audio/mpeg',
  'video/mp4',
  'audio/mp4',
  'audio/ogg',
  'audio/flac',
] as const satisfies FileType[];
export type SoundType = (typeof SOUND_TYPES)[number];

/** With its dot; nothing for a type that is not ours, such as one that an older version has stored. */
export const extensionOf = (mimeType: string): string => (isFileType(mimeType) ? `.${FILE_TYPES[mimeType]}` : '');

const isFileType = (mimeType: string): mimeType is FileType => Object.hasOwn(FILE_TYPES, mimeType);
