/** Deletes a file of the project before its time. */
import { AppError } from '@tollgate/contract';
import { deleteFile as remove } from '@tollgate/files';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act } from '../endpoint.ts';

export const deleteFile =
  (_: OperatorDependencies): Act<'deleteFile'> =>
  async (transaction, { params }) => {
    const deleted = await remove(transaction, params);
    if (deleted === null) throw new AppError('not_found');
    const { sizeBytes, createdAt, expiresAt, deletedAt, ...file } = deleted;
    const data = { fileId: params.fileId, deletedAt: deletedAt.toISOString() };
    const before = {
      ...file,
      sizeBytes: Number(sizeBytes),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    };
    return { data, entry: { target: params.fileId, before, after: null } };
  };
