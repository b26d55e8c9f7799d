/** Uploads from the disk of whoever runs the server, below the folders that they named and nowhere else, whatever a path or a link says. */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';
import { type File, LIMITS, type UploadMimeType } from '@farebox/contract';
import { Type } from 'typebox';
import { failure } from '../result.ts';
import { closed, type McpTool, mcpTool } from './tool.ts';
import { UPLOAD_HINTS, uploaded, uploadOutput } from './upload.ts';

const TYPES: Readonly<Record<string, UploadMimeType>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
};

/** @param roots folders; a path without a root is below the first. */
export const uploadFrom = (roots: readonly string[]): McpTool =>
  mcpTool({
    name: 'upload_file',
    title: 'Upload a file',
    description: `Stores a JPEG, PNG, WAV, MP3 or MP4 file of this machine, at most 12 MiB, privately in the project for 30 days. Free; the same content is the same file. Below ${roots.join(', ')} only.`,
    input: closed({ path: Type.String({ minLength: 1, maxLength: 4_000, description: 'photo.jpg' }) }),
    output: uploadOutput,
    hints: UPLOAD_HINTS,
    async run({ path }, { api }) {
      const mimeType = TYPES[extname(path).toLowerCase()];
      if (mimeType === undefined) return refused('Name a file that ends in .jpg, .png, .wav, .mp3 or .mp4.');
      const place = await allowed(path, roots);
      const bytes = place === null ? null : await bytesOf(place);
      if (bytes === null)
        return refused(
          `There is no file of at most 12 MiB with this name below ${roots.join(', ')}. A larger sound or video: have the person upload it with \`farebox upload\`.`,
        );
      const body = { mimeType, data: bytes.toString('base64') };
      return uploaded(await api.call<File>('uploadFile', { body }));
    },
  });

const refused = (advice: string) => failure({ message: 'file_not_readable', advice });

/** Where it really is; null outside of the roots, and where nothing is. */
async function allowed(path: string, roots: readonly string[]): Promise<string | null> {
  const place = await realpath(resolve(roots[0] ?? sep, path)).catch(() => null);
  if (place === null) return null;
  const real = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
  return real.some((root) => root !== null && place.startsWith(root === sep ? sep : root + sep)) ? place : null;
}

/** Opened once, without following what became a link meanwhile or waiting for what is no file. */
async function bytesOf(place: string): Promise<Buffer | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  try {
    const facts = await file.stat();
    return facts.isFile() && facts.size <= LIMITS.uploadFileBytes ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}
