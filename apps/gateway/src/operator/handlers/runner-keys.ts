/** Keys of runners that ask for work themselves: list, issue, revoke. The text of a key is returned once, by the request that creates it. */
import { newRunnerSecret } from '@farebox/identity';
import { findTool, issueRunnerKey as issue, revokeRunnerKey as revoke, type RunnerKey } from '@farebox/tools';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Read } from '../endpoint.ts';
import { present } from '../path.ts';

export const listRunnerKeys =
  ({ tools }: Pick<OperatorDependencies, 'tools'>): Read<'listRunnerKeys'> =>
  async ({ params: { toolName } }) => {
    present(await tools.findTool(toolName), 'tool');
    return { keys: (await tools.listRunnerKeys(toolName)).map(wireRunnerKey) };
  };

export const issueRunnerKey =
  ({ keyPepper: pepper }: Pick<OperatorDependencies, 'keyPepper'>): Act<'issueRunnerKey'> =>
  async (transaction, { params: { toolName: tool }, body: { name }, caller: { subject: by } }) => {
    const { token, ...secret } = newRunnerSecret(pepper);
    const key = wireRunnerKey(await issue(transaction, { tool, name, by, secret }));
    return {
      data: { token, key },
      replayed: { token: null, key },
      entry: { target: key.id, before: null, after: key },
    };
  };

export const revokeRunnerKey: Act<'revokeRunnerKey'> = async (transaction, { params: { toolName, runnerKeyId } }) => {
  present(await findTool(transaction, toolName), 'tool');
  const { before, after } = await revoke(transaction, toolName, runnerKeyId);
  const data = wireRunnerKey(after);
  const isFirst = before.revokedAt === null;
  return { data, entry: isFirst ? { target: after.id, before: wireRunnerKey(before), after: data } : null };
};

const wireRunnerKey = ({ createdAt, revokedAt, lastAskedAt, ...key }: RunnerKey) => ({
  ...key,
  createdAt: createdAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
  lastAskedAt: lastAskedAt?.toISOString() ?? null,
});
