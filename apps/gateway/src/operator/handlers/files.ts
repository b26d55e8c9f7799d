/** Files of the project, for its administrators: the state of a file, and its deletion before its expiry. */
import { notFound } from '@farebox/contract';
import { deleteFile as remove } from '@farebox/files';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Read } from '../endpoint.ts';
import { holderShown } from '../holder.ts';
import { holderOf, present } from '../path.ts';

export const readFile =
  ({ files }: Pick<OperatorDependencies, 'files'>): Read<'readFile'> =>
  async ({ params }) =>
    present(await files.findFile(params), 'file');

export const findFile =
  ({ files, projects }: Pick<OperatorDependencies, 'files' | 'projects'>): Read<'findFile'> =>
  async (call) => {
    const found = present(await files.findFile({ projectId: holderOf(call), ...call.params }), 'file');
    return { project: await holderShown(projects, call), ...found };
  };

export const deleteFile: Act<'deleteFile'> = async (transaction, { caller, params }) => {
  const by = caller.isOperator ? 'operator' : 'member';
  const deleted = await remove(transaction, { ...params, by, actor: caller.subject });
  if (deleted === null) throw notFound('file');
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
