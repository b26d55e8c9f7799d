/** Executions of a project, for who administers it. */
import { ExecutionId, ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import {
  AskedToStop,
  DeletedContent,
  ExecutionsQuery,
  OperatedExecution,
  OperatedExecutionList,
} from '../schemas/execution.ts';
import { ReasonBody } from '../schemas/reason.ts';

const ofExecution = {
  tag: 'Executions',
  params: { projectId: ProjectId, executionId: ExecutionId },
} as const;

export const executionRoutes = {
  listProjectExecutions: {
    method: 'GET',
    path: '/projects/{projectId}/executions',
    tag: 'Executions',
    access: { project: 'VIEWER' },
    params: { projectId: ProjectId },
    query: ExecutionsQuery,
    summary: 'Executions of the project',
    description: 'Newest first, by status, tool and time.',
    successes: { 200: { description: 'A page of executions.', schema: OperatedExecutionList } },
    errors: [],
  },
  readExecution: {
    ...ofExecution,
    method: 'GET',
    path: '/projects/{projectId}/executions/{executionId}',
    access: { project: 'VIEWER' },
    summary: 'One execution',
    description:
      'What explains a charge: steps, paid calls, transfers, the key. What was sent and answered is not shown.',
    successes: { 200: { description: 'The execution.', schema: OperatedExecution } },
    errors: [],
  },
  stopExecution: {
    ...ofExecution,
    method: 'POST',
    path: '/projects/{projectId}/executions/{executionId}/cancel',
    access: { project: 'ADMIN' },
    act: 'execution.cancel',
    summary: 'Ask an execution to stop',
    description:
      'Whoever started it. As a cancel by its client: what nobody has begun ends at once and costs nothing; what is under way may still end with a charge. Asked again, it changes nothing.',
    body: { kind: 'json', schema: ReasonBody, optional: true, example: { reason: 'a loop' } },
    successes: { 200: { description: 'It was asked to stop.', schema: AskedToStop } },
    errors: ['execution_already_finished'],
  },
  deleteExecutionContent: {
    ...ofExecution,
    method: 'POST',
    path: '/projects/{projectId}/executions/{executionId}/delete-content',
    access: { project: 'ADMIN' },
    act: 'execution.delete_content',
    summary: "Delete an execution's content now",
    description:
      'Of one that has ended: its arguments, its result and its artifacts. What was charged, and for what, stays; so does what it read, since uploads are files of their own (delete those one by one). A repetition of its request still answers the execution. Asked again, it answers the same.',
    body: { kind: 'json', schema: ReasonBody, optional: true, example: { reason: 'the customer asked for it' } },
    successes: { 200: { description: 'When it was deleted, and by whom.', schema: DeletedContent } },
    errors: ['execution_not_finished'],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
