/** What the image tools take as a source. The worker enforces the same bounds again on the real bytes. */
import { invariant } from '@tollgate/kernel';
import { type FileFacts, type FileRule, type InputRef, fileArgument } from '../files.ts';
import { type Size, pixelsOf } from '../units.ts';

/** Pixels that a source or a result has at most. */
export const IMAGE_PIXELS_MAX = 40_000_000;
/** The longest side that every output format can carry (WebP's limit). */
export const IMAGE_SIDE_MAX = 16_383;

export const IMAGE_MIME_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

const IMAGE_RULE: FileRule = {
  mimeTypes: IMAGE_MIME_TYPES,
  image: { pixelsMax: IMAGE_PIXELS_MAX, sideMax: IMAGE_SIDE_MAX },
};

export const sourceArgument = fileArgument(
  'The image: an uploaded JPEG or PNG, or a JPEG, PNG, WebP or AVIF artifact; at most 40 megapixels.',
);

interface WithSource {
  readonly source: { readonly fileId: string };
}

export const sourceUses = ({ source }: WithSource) => [
  { pointer: '/source/fileId', fileId: source.fileId, rule: IMAGE_RULE },
];

export const sourceInputs = ({ source }: WithSource): { source: InputRef } => ({ source: { fileId: source.fileId } });

/** The size of a source that has passed its rule. */
export function sourceSize({ source }: WithSource, files: ReadonlyMap<string, FileFacts>): Size {
  const { width, height } = files.get(source.fileId) ?? {};
  invariant(width !== undefined && height !== undefined, 'a planned source has its size');
  return { width, height };
}

export const sourcePixels = (input: WithSource, files: ReadonlyMap<string, FileFacts>): number =>
  pixelsOf(sourceSize(input, files));

/** A well-formed id for examples; it names no file. */
export const EXAMPLE_SOURCE = { fileId: 'file_01kaj5w3zvfx8r9n4m6e2tqc7d' } as const;
