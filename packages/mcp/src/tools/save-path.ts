/**
 * Saves artifacts into the one directory that the user named. Never outside of it, never over a file, and never a part of an
 * artifact: the bytes are checked in a draft beside the target, which then gets the name if that is still free.
 */
import { createHash, randomUUID } from 'node:crypto';
import { link, open, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type File } from '@farebox/contract';
import { extensionOf } from '@farebox/kernel';
import { Type } from 'typebox';
import { bytesAt } from '../http-api.ts';
import { failure, success } from '../result.ts';
import { ARTIFACT, artifactOf, downloadOf } from './artifact.ts';
import { closed, type McpTool, mcpTool } from './tool.ts';

/** 100 MiB at 120 KB/s. */
const TIMEOUT_MS = 15 * 60_000;
/** Below the 255 bytes that file systems allow. */
const NAME_BYTES_MAX = 200;

/** @param folder an absolute path without symbolic links. */
export const saveInto = (folder: string): McpTool =>
  mcpTool({
    name: 'save_artifact',
    title: 'Save a file',
    description: `Saves an artifact of an execution as a new file in ${folder}. Free. Replaces no file.`,
    input: closed({
      ...ARTIFACT,
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: NAME_BYTES_MAX,
          description:
            'The name of the new file, such as photo-small.webp. Default: the fileId and the ending of its type.',
        }),
      ),
    }),
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    async run({ name, ...named }, { api, signal }) {
      const file = await artifactOf(named, api);
      const ending = extensionOf(file.mimeType);
      const fileName = name ?? `${file.id}${ending}`;
      if (!isName(fileName, ending))
        return refused(
          'name_not_allowed',
          `Pass a plain name that ends with ${ending}, without a folder, and that does not begin with a dot.`,
        );
      // If the folder has been replaced by a link since, its real path is another one.
      if ((await realpath(folder).catch(() => null)) !== folder)
        return refused('folder_not_writable', 'The folder is gone or has become a link. Tell the user.');
      const { url } = await downloadOf(named, api);
      const bytes = bytesAt(url, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
      return saved(bytes, { file, folder, path: join(folder, fileName) });
    },
  });

const refused = (message: string, advice: string) => failure({ message, advice: `Nothing was saved. ${advice}` });

/** One name of the folder: no separator of any system, no control character, no hidden file, no stream of a Windows file. */
function isName(name: string, ending: string): boolean {
  const endings = ending === '.jpg' ? ['.jpg', '.jpeg'] : [ending];
  return (
    /^[^./\\:\p{C}\p{Zl}\p{Zp}][^/\\:\p{C}\p{Zl}\p{Zp}]*$/u.test(name) &&
    Buffer.byteLength(name) <= NAME_BYTES_MAX &&
    endings.some((each) => name.toLowerCase().endsWith(each)) &&
    !/[. ]$/.test(name)
  );
}

interface Target {
  readonly file: File;
  readonly folder: string;
  readonly path: string;
}

async function saved(bytes: AsyncIterable<Uint8Array>, { file, folder, path }: Target) {
  const draft = join(folder, `.${randomUUID()}.farebox`);
  try {
    await writeDraft(bytes, file, draft);
    await link(draft, path); // fails if the name is taken, also by a link that leads nowhere
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return refused('file_exists', 'A file of this name exists. Pass another name.');
    if (code === '') throw error;
    return refused('folder_not_writable', `The folder does not accept the file (${code}). Tell the user.`);
  } finally {
    await rm(draft, { force: true });
  }
  const { id: fileId, mimeType, sizeBytes, sha256 } = file;
  return success({ path, fileId, mimeType, sizeBytes, sha256 });
}

/** Throws unless the bytes are those of the artifact. They are on the disk before the file gets its name. */
async function writeDraft(
  bytes: AsyncIterable<Uint8Array>,
  { sizeBytes, sha256 }: Pick<File, 'sizeBytes' | 'sha256'>,
  draft: string,
): Promise<void> {
  const digest = createHash('sha256');
  let left = sizeBytes;
  await using file = await open(draft, 'wx');
  for await (const piece of bytes) {
    left -= piece.length;
    if (left < 0) break;
    digest.update(piece);
    await file.writeFile(piece);
  }
  if (left !== 0 || digest.digest('hex') !== sha256) throw new AppError('service_unavailable');
  await file.sync();
}
