/** How long a project keeps the content of its executions. */
import { ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import { Retention, SetRetentionRequest } from '../schemas/retention.ts';

const ofProject = {
  tag: 'Retention',
  params: { projectId: ProjectId },
  path: '/projects/{projectId}/retention',
  successes: { 200: { description: 'The period.', schema: Retention } },
  errors: [],
} as const;

export const retentionRoutes = {
  getRetention: {
    ...ofProject,
    method: 'GET',
    access: { project: 'VIEWER' },
    summary: 'Read the retention period',
    description:
      'The period after which arguments, results and artifacts of ended executions are deleted. Null, the default: they are kept without limit.',
  },
  setRetention: {
    ...ofProject,
    method: 'PUT',
    access: { project: 'ADMIN' },
    act: 'retention.set',
    summary: 'Set the retention period',
    description:
      'Deletes the content of each execution this many days after its end, also of earlier executions, in small steps. Deleted executions have `contentDeleted` with `by: retention`. Charges, bills and hashes remain, and executions that are open or under review are not touched. A longer period keeps the content that is not deleted yet. Files always expire after 30 days.',
    body: { kind: 'json', schema: SetRetentionRequest, example: { days: 90, reason: 'as in our privacy notice' } },
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
