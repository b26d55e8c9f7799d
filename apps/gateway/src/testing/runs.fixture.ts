/** For tests: tools whose runners ask for work, their keys, and runs that a worker has offered. */
import { newRunnerSecret } from '@farebox/identity';
import { newId } from '@farebox/kernel';
import { issueRunnerKey, pullRuns, revokeRunnerKey } from '@farebox/tools';
import { publishPullTool, runOf } from '@farebox/tools/testing/pull';
import { PEPPER, type TestGateway } from './gateway.fixture.ts';

export interface TestRunner {
  readonly tool: string;
  readonly keyId: string;
  /** The whole runner key. */
  readonly token: string;
  readonly revoke: () => Promise<unknown>;
}

/** A runner of a new tool, or of the given one. */
export async function newRunner({ database }: Pick<TestGateway, 'database'>, given?: string): Promise<TestRunner> {
  const tool = given ?? `acme-${newId('batch').slice(-20)}`;
  if (given === undefined) await publishPullTool(database, tool);
  const { token, ...secret } = newRunnerSecret(PEPPER);
  const { id: keyId } = await database.transaction((transaction) =>
    issueRunnerKey(transaction, { tool, name: 'gpu-1', by: 'olga', secret }),
  );
  const revoke = () => database.transaction((transaction) => revokeRunnerKey(transaction, tool, keyId));
  return { tool, keyId, token, revoke };
}

/** Offers a run as a worker does; returns its token. */
export async function offerRun({ database }: Pick<TestGateway, 'database'>, tool: string): Promise<string> {
  const token = `${newId('execution')}.0`;
  await pullRuns(database).offer(runOf(token, { tool }));
  return token;
}
