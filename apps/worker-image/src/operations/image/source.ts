/** Opens a source that may be hostile: its content must be what it is declared to be, and within bounds. */
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
  /** Upright: after EXIF orientation. */
  readonly width: number;
  readonly height: number;
  readonly format: Format;
  readonly hasAlpha: boolean;
  /** Three channels of eight bits, as `image` has them from the beginning: nothing of it is converted behind other work. */
  readonly isPlain: boolean;
  /** Of the file. */
  readonly bytes: number;
}

const formatOf = (mimeType: string): Format | undefined =>
  IMAGE_TYPES.find((each) => each === mimeType)?.slice('image/'.length) as Format | undefined;

async function openSource(source: InputFile, limits: Limits): Promise<Source> {
  // The limit is checked below, where it can be told apart from a broken file; this one is for what libvips sees later.
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
 * Runs work on the file in `source`. When it fails, the source is at fault only if it cannot even be decoded on its own, to its last
 * pixel; anything else (a full disk, a defect of ours) is rethrown and may pass on another attempt.
 */
export const onSource = <T>(
  context: Opening<{ readonly source: InputFile }>,
  work: (source: Source) => Promise<T>,
): Promise<T> => onSources(context, ({ source }) => work(source));

/** The same for an operation on several files; they stand by their fields. */
export async function onSources<I extends object, T>(
  context: Opening<I>,
  work: (sources: Opened<I>) => Promise<T>,
): Promise<T> {
  const opened: [string, Source][] = [];
  for (const [field, file] of Object.entries(context.inputs as Readonly<Record<string, InputFile>>))
    opened.push([field, await openSource(file, context.limits)]);
  try {
    return await work(Object.fromEntries(opened) as Opened<I>); // each field of the inputs, once
  } catch (error) {
    if (error instanceof Refused) throw error;
    for (const [, { image }] of opened) {
      if (!(await decodes(image))) throw new Refused('source_not_readable', { cause: error });
    }
    throw error;
  }
}

/** The part of a context that says what is opened. */
interface Opening<I> {
  readonly inputs: I;
  readonly limits: Limits;
}
type Opened<I> = { readonly [F in keyof I]: Source };

/** Pixels are really asked for: statistics of a damaged interlaced PNG succeed, on what was decoded until then. */
async function decodes(image: Sharp): Promise<boolean> {
  try {
    await image.clone().raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}
