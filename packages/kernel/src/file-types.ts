/** Every type of file that goes in or comes out, with the ending of its name. What takes or makes one of them names it from here. */
export const FILE_TYPES = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
} as const;

export type FileType = keyof typeof FILE_TYPES;

/** The pictures among them: what image tools take and make. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const satisfies FileType[];

/** With its dot; nothing for a type that is not ours, such as one that an older version has stored. */
export const extensionOf = (mimeType: string): string => (isFileType(mimeType) ? `.${FILE_TYPES[mimeType]}` : '');

const isFileType = (mimeType: string): mimeType is FileType => Object.hasOwn(FILE_TYPES, mimeType);
