/** Retention of the content of a project's executions. */
import { readRetention, type Retention, setRetention as set } from '@farebox/retention';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Read } from '../endpoint.ts';

export const getRetention =
  ({ projects }: Pick<OperatorDependencies, 'projects'>): Read<'getRetention'> =>
  async ({ params: { projectId } }) =>
    wire(await projects.readRetention(projectId));

export const setRetention: Act<'setRetention'> = async (transaction, { params: { projectId }, body: { days } }) => {
  const before = await set(transaction, { projectId, days });
  const data = wire(await readRetention(transaction, projectId));
  const entry = before.days === days ? null : { target: projectId, before: { days: before.days }, after: { days } };
  return { data, entry };
};

const wire = ({ days, since }: Retention) => ({ days, since: since?.toISOString() ?? null });
