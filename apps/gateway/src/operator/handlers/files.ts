/** Files of the project, for its administrators: the state of a file, and its deletion before its expiry. */
import { AppError } from '@farebox/contract';
import { deleteFile as remove } from '@farebox/files';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Read } from '../endpoint.ts';

export const readFile =
  ({ files }: Pick<OperatorDependencies, 'files'>): Read<'readFile'> =>
  async ({ params }) => {
    const found = await files.findFile(params);
    if (found === null) throw new AppError('not_found');
    return found;
  };

export const deleteFile: Act<'deleteFile'> = async (transaction, { caller, params }) => {
  const by = caller.isOperator ? 'operator' : 'member';
  const deleted = await remove(transaction, { ...params, by, actor: caller.subject });
  if (deleted === null) throw new AppError('not_found');
  const { sizeBytes, createdAt, expiresAt, deletedAt, ...file } = deleted;
  const at = deletedAt.toISOString();
  const before = {
    ...file,
    sizeBytes: Number(sizeBytes),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
  const after = { contentDeleted: { at, by, actor: caller.subject } };
  const data = { fileId: params.fileId, deletedAt: at, by, actor: caller.subject } as const;
  return { data, entry: { target: params.fileId, before, after } };
};
