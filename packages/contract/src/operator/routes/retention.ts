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
    summary: 'How long content is kept',
    description:
      'Arguments, results and artifacts of executions that have ended; null: for ever, as in every project that nobody said more of.',
  },
  setRetention: {
    ...ofProject,
    method: 'PUT',
    access: { project: 'ADMIN' },
    act: 'retention.set',
    summary: 'Say how long content is kept',
    description:
      'From then on the content of an execution is deleted so many days after its end, that of earlier ones too, little by little; they say `contentDeleted` by `retention`. Charges, bills and hashes stay, as do executions that are open or under review. A longer period keeps what is not deleted yet. Files end after 30 days, whatever it says.',
    body: { kind: 'json', schema: SetRetentionRequest, example: { days: 90, reason: 'as in our privacy notice' } },
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
