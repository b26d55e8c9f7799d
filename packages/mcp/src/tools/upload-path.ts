/** Uploads files from the disk of the MCP server. No path and no symbolic link may lead out of the named directories. */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';
import { type File, LIMITS, type UploadMimeType } from '@farebox/contract';
import { Type } from 'typebox';
import { failure } from '../result.ts';
import { closed, type McpTool, mcpTool } from './tool.ts';
import { UPLOAD_HINTS, uploaded } from './upload.ts';

const TYPES: Readonly<Record<string, UploadMimeType>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.m4a': 'audio/mp4',
};

/** @param roots directories; a relative path is resolved against the first. */
export const uploadFrom = (roots: readonly string[]): McpTool =>
  mcpTool({
    name: 'upload_file',
    title: 'Upload a file',
    description: `Stores a JPEG, PNG, WebP, AVIF, WAV, MP3, M4A or MP4 file of this machine, at most 12 MiB, privately in the project for 30 days. Free; uploading the same content again returns the same file. Only files below ${roots.join(', ')}.`,
    input: closed({
      path: Type.String({ minLength: 1, maxLength: 4_000, description: 'The path of the file, such as photo.jpg.' }),
    }),
    hints: UPLOAD_HINTS,
    async run({ path }, { api }) {
      const mimeType = TYPES[extname(path).toLowerCase()];
      if (mimeType === undefined)
        return refused(`Pass the path of a file that ends with ${Object.keys(TYPES).join(', ')}.`);
      const realPath = await allowed(path, roots);
      const bytes = realPath === null ? null : await bytesOf(realPath);
      if (bytes === null)
        return refused(
          `No file of at most 12 MiB has this path below ${roots.join(', ')}. If it is larger audio or video, ask the user to upload it with \`farebox upload\`.`,
        );
      const body = { mimeType, data: bytes.toString('base64') };
      return uploaded(await api.call<File>('uploadFile', { body }));
    },
  });

const refused = (advice: string) => failure({ message: 'file_not_readable', advice });

/** The real path; null if it does not exist or is outside of the roots. */
async function allowed(path: string, roots: readonly string[]): Promise<string | null> {
  const realPath = await realpath(resolve(roots[0] ?? sep, path)).catch(() => null);
  if (realPath === null) return null;
  const real = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
  return real.some((root) => root !== null && realPath.startsWith(root === sep ? sep : root + sep)) ? realPath : null;
}

/** Opens the file once, does not follow a path that has become a symbolic link since, and does not block on a FIFO. */
async function bytesOf(realPath: string): Promise<Buffer | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(realPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  try {
    const facts = await file.stat();
    return facts.isFile() && facts.size <= LIMITS.uploadFileBytes ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}
