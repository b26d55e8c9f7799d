/** Opens a source that may be hostile: its content must match its declared type, and be within the limits. */
import type { ImageFormat } from '@farebox/catalog';
import { IMAGE_TYPES } from '@farebox/kernel';
import type { InputFile } from '@farebox/worker';
import type { Metadata, Sharp } from 'sharp';
import { type Limits, Refused } from '../operation.ts';
import { openFile } from './engine.ts';

export type Format = ImageFormat;

export interface Source {
  /** Upright and in sRGB. */
  readonly image: Sharp;
  /** Upright, that is after EXIF orientation. */
  readonly width: number;
  readonly height: number;
  readonly format: Format;
  readonly hasAlpha: boolean;
  /** Whether `image` has three 8-bit channels from the start, so that no colour conversion runs after other work. */
  readonly isPlain: boolean;
  /** Bytes of the file. */
  readonly bytes: number;
}

const formatOf = (mimeType: string): Format | undefined =>
  IMAGE_TYPES.find((each) => each === mimeType)?.slice('image/'.length) as Format | undefined;

async function openSource(source: InputFile, limits: Limits): Promise<Source> {
  // The limit is checked below, where it can be distinguished from a broken file. This option is for what libvips reads
  // later.
  const image = openFile(source.path, { failOn: 'error', limitInputPixels: limits.pixelsMax, pages: 1 });
  const metadata = await metadataOf(source.path);
  const format = formatOf(source.mimeType);
  if (format === undefined || metadata.mediaType !== source.mimeType) throw new Refused('source_not_readable');
  const { width, height } = metadata.autoOrient;
  if (width * height > limits.pixelsMax) throw new Refused('source_too_large');
  return {
    image: image.autoOrient().toColourspace('srgb'),
    width,
    height,
    format,
    hasAlpha: metadata.hasAlpha,
    isPlain: metadata.space === 'srgb' && metadata.channels === 3 && metadata.depth === 'uchar',
    bytes: source.sizeBytes,
  };
}

/** Reads the header only. */
async function metadataOf(path: string): Promise<Metadata> {
  try {
    return await openFile(path, { failOn: 'error', limitInputPixels: false }).metadata();
  } catch (error) {
    throw new Refused('source_not_readable', { cause: error });
  }
}

/**
 * Runs work on the file in `source`. If the work fails, the source is at fault only if it cannot be decoded alone, to
 * its last pixel. Any other error (a full disk, a defect of ours) is rethrown and may disappear on another attempt.
 */
export const onSource = <T>(
  context: Opening<{ readonly source: InputFile }>,
  work: (source: Source) => Promise<T>,
): Promise<T> => onSources(context, ({ source }) => work(source));

/** Reads the sources of an operation on several files, keyed by their fields. */
export async function onSources<I extends object, T>(
  context: Opening<I>,
  work: (sources: Opened<I>) => Promise<T>,
): Promise<T> {
  const opened: [string, Source][] = [];
  for (const [field, file] of Object.entries(context.inputs as Readonly<Record<string, InputFile>>))
    opened.push([field, await openSource(file, context.limits)]);
  try {
    return await work(Object.fromEntries(opened) as Opened<I>); // has each field of the inputs once
  } catch (error) {
    if (error instanceof Refused) throw error;
    for (const [, { image }] of opened) {
      if (!(await decodes(image))) throw new Refused('source_not_readable', { cause: error });
    }
    throw error;
  }
}

/** The part of a context that defines what is opened. */
interface Opening<I> {
  readonly inputs: I;
  readonly limits: Limits;
}
type Opened<I> = { readonly [F in keyof I]: Source };

/** Decodes all pixels: statistics of a damaged interlaced PNG succeed with the part decoded so far. */
async function decodes(image: Sharp): Promise<boolean> {
  try {
    await image.clone().raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}
