/**
 * Converts a result of an external service that is not of the promised type, but that one of our decoders reads. The
 * service was paid for it, so only a result that nothing reads is refused.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE_PIXELS_MAX } from '@farebox/catalog';
import { ChildCrashed, type Ffmpeg, type Isolation, LimitExceeded } from '@farebox/sandbox';
import type { OutputArtifact } from '@farebox/worker';
import { checked, type Conversion, type Visitor, type Wanted } from './conversion.ts';
import { convertMedia, openMediaSandbox } from './media.ts';

import { openPictureSandbox } from './picture/program.ts';
import type { PictureFormat, PictureReply } from './picture/protocol.ts';

export interface Converter {
  /** One line for the log. */
  readonly summary: string;
  /** Null if no decoder reads it. Rejects with the signal's reason, and with an error of this machine. */
  readonly convert: (conversion: Conversion, visitor: Visitor) => Promise<OutputArtifact | null>;
  readonly close: () => Promise<void>;
}

/** @param ffmpeg null if there is none: then sound and video are not converted. */
export function createConverter({ isolation, ffmpeg }: { isolation: Isolation; ffmpeg: Ffmpeg | null }): Converter {
  const pictures = openPictureSandbox(isolation);
  const media = ffmpeg === null ? null : { ffmpeg, sandbox: openMediaSandbox(ffmpeg, isolation) };

  async function convertPicture(conversion: Conversion, visitor: Visitor): Promise<OutputArtifact | null> {
    const { path, mimeTypes, directory } = conversion;
    const formats = mimeTypes.flatMap((type): PictureFormat[] =>
      type === 'image/png' ? ['png'] : type === 'image/jpeg' ? ['jpeg'] : [],
    );
    const task = { directory, inputs: { source: { path } }, formats, pixelsMax: IMAGE_PIXELS_MAX };
    return madePicture(await pictures.run(task, visitor), directory);
  }

  return {
    summary: `${media === null ? 'images, without ffmpeg no sound or video,' : 'results'} in other formats are converted in ${isolation.summary}`,
    async convert(conversion, visitor) {
      const [mimeType] = conversion.mimeTypes;
      try {
        if (mimeType === 'image/png' || mimeType === 'image/jpeg') return await convertPicture(conversion, visitor);
        if (media === null || mimeType === undefined) return null;
        return await convertMedia(media, { ...conversion, mimeType }, visitor);
      } catch (error) {
        // A second attempt would need as much again, or crash again.
        if (error instanceof LimitExceeded || error instanceof ChildCrashed) return null;
        throw error;
      }
    },
    async close() {
      await Promise.all([pictures.close(), media?.sandbox.close()]);
    },
  };
}

/** The longest sound that a step makes. */
const SECONDS_MAX = 7200;

/** The bytes are on disk only for the conversion. */
export async function converted(
  converter: Pick<Converter, 'convert'>,
  { bytes, wanted, visitor }: { readonly bytes: Buffer; readonly wanted: Wanted; readonly visitor: Visitor },
): Promise<OutputArtifact | null> {
  const path = join(wanted.directory, 'received');
  await writeFile(path, bytes, { mode: 0o600 });
  try {
    return await converter.convert({ secondsMax: SECONDS_MAX, ...wanted, bytes, path }, visitor);
  } finally {
    await rm(path, { force: true });
  }
}

async function madePicture(reply: PictureReply, directory: string): Promise<OutputArtifact | null> {
  if (reply.kind === 'unreadable') return null;
  if (reply.kind === 'lacking') throw Object.assign(new Error('a converted image cannot be written'), reply);
  return checked(join(directory, reply.file), `image/${reply.format}`);
}
