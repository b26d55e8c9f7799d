/** I10 for own tools: a runner learns no project, no organization and no key. */
import type { Evidence } from '../evidence.ts';
import { runsIn } from '../runs.ts';

const API_KEY = /fb_(?:live|test)_/;

export function checkToldRunners({ run, runs }: Evidence): string[] {
  const names = run.customers.flatMap(({ projectId, organizationId, lineages }) => [
    projectId,
    organizationId,
    ...lineages,
  ]);
  return [...runsIn(runs).values()].flatMap(({ token, told }) =>
    told.flatMap((body) => [
      ...names.filter((name) => body.includes(name)).map((name) => `the runner of ${token} was told ${name}`),
      ...(API_KEY.test(body) ? [`the runner of ${token} was told an API key`] : []),
    ]),
  );
}
