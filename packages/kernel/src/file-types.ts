/** Every type of file that Farebox reads or writes, with its file name extension. Other code takes types from this list. */
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

/** The image types that image tools read and write. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const satisfies FileType[];

/** Types of animations, for uses where no video plays. Image tools do not accept GIF. */
export const ANIMATION_TYPES = ['image/webp', 'image/gif'] as const satisfies FileType[];
export type AnimationType = (typeof ANIMATION_TYPES)[number];

/** The type of each audio format that audio tools write. */
export const AUDIO_FORMATS = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  aac: 'audio/mp4',
  opus: 'audio/ogg',
  flac: 'audio/flac',
} as const satisfies Readonly<Record<string, FileType>>;
export type AudioFormat = keyof typeof AUDIO_FORMATS;
export const AUDIO_FORMAT_NAMES = Object.keys(AUDIO_FORMATS) as AudioFormat[];

/** The file type of each video encoding. */
export const VIDEO_FORMATS = {
  h264: 'video/mp4',
  vp9: 'video/mp4',
  av1: 'video/mp4',
  webp: 'image/webp',
  gif: 'image/gif',
} as const satisfies Readonly<Record<string, FileType>>;
export type VideoFormat = keyof typeof VIDEO_FORMATS;
export const VIDEO_FORMAT_NAMES = Object.keys(VIDEO_FORMATS) as VideoFormat[];

/** Types that have or may have sound, which audio tools accept. */
export const SOUND_TYPES = [
  'audio/wav',
  'audio/mpeg',
  'video/mp4',
  'audio/mp4',
  'audio/ogg',
  'audio/flac',
] as const satisfies FileType[];
export type SoundType = (typeof SOUND_TYPES)[number];

/** The extension with its dot; empty for an unknown type, such as one that an older version stored. */
export const extensionOf = (mimeType: string): string => (isFileType(mimeType) ? `.${FILE_TYPES[mimeType]}` : '');

const isFileType = (mimeType: string): mimeType is FileType => Object.hasOwn(FILE_TYPES, mimeType);
