/** Origins whose pages may read the API's responses to the keys of a project. */
import { invalidRequest } from '@farebox/contract';
import { isOrigin, type ListedOrigins, readOrigins, setOrigins } from '@farebox/identity';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Read } from '../endpoint.ts';

export const getCors =
  ({ projects }: Pick<OperatorDependencies, 'projects'>): Read<'getCors'> =>
  async ({ params: { projectId } }) =>
    wire(await projects.readOrigins(projectId));

export const setCors: Act<'setCors'> = async (transaction, { params: { projectId }, body }) => {
  const asked = body.origins ?? [];
  checkOrigins(asked);
  const origins = [...new Set(asked)].sort();
  const before = (await setOrigins(transaction, { projectId, origins })).origins;
  const data = wire(await readOrigins(transaction, projectId));
  const isSame = before.join(' ') === origins.join(' ');
  return { data, entry: isSame ? null : { target: projectId, before: { origins: before }, after: { origins } } };
};

/** Refuses an origin in another spelling than a browser's, because it would never match. */
function checkOrigins(origins: readonly string[]): void {
  const wrong = origins.findIndex((origin) => !isOrigin(origin));
  if (wrong >= 0)
    throw invalidRequest({
      [`/origins/${wrong}`]: 'must be as a browser sends it: lower case, no default port, no path',
    });
}

const wire = ({ origins, since }: ListedOrigins) => ({ origins: [...origins], since: since?.toISOString() ?? null });
