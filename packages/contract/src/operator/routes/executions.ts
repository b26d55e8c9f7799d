/** Executions of a project, for its administrators. */
import { ExecutionId, ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import {
  AskedToStop,
  DeletedContent,
  ExecutionsQuery,
  FoundExecution,
  OperatedExecution,
  OperatedExecutionList,
  ReceivedResultList,
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
    summary: 'List executions of a project',
    description: 'Newest first, filtered by status, tool and time of acceptance.',
    successes: { 200: { description: 'A page of executions.', schema: OperatedExecutionList } },
    errors: [],
  },
  findExecution: {
    tag: 'Executions',
    method: 'GET',
    path: '/executions/{executionId}',
    access: { holder: 'VIEWER' },
    params: { executionId: ExecutionId },
    summary: 'Find an execution by its id alone',
    description:
      'Looks in every project that the caller may see. Returns the project, and everything that explains the charge.',
    successes: { 200: { description: 'The execution and its project.', schema: FoundExecution } },
    errors: [],
  },
  readExecution: {
    ...ofExecution,
    method: 'GET',
    path: '/projects/{projectId}/executions/{executionId}',
    access: { project: 'VIEWER' },
    summary: 'Read an execution',
    description:
      'Returns everything that explains the charge: steps, provider calls, transfers and the API key. Payloads of provider calls are not included.',
    successes: { 200: { description: 'The execution.', schema: OperatedExecution } },
    errors: [],
  },
  listReceivedResults: {
    ...ofExecution,
    method: 'GET',
    path: '/projects/{projectId}/executions/{executionId}/received-results',
    access: 'platform',
    summary: "List an execution's undelivered results",
    description:
      'Results of external services that could not be delivered, as they were received: download URLs for a few minutes. They are kept for 30 days, or until the content of the execution is deleted.',
    successes: { 200: { description: 'The results, by step.', schema: ReceivedResultList } },
    errors: [],
  },
  stopExecution: {
    ...ofExecution,
    method: 'POST',
    path: '/projects/{projectId}/executions/{executionId}/cancel',
    access: { project: 'ADMIN' },
    act: 'execution.cancel',
    summary: 'Cancel an execution',
    description:
      'Works for an execution that any client has started, and like a cancel request of that client: an execution that no worker has started ends at once and costs nothing; one that is in progress may still end with a charge. Repeating the request changes nothing.',
    body: { kind: 'json', schema: ReasonBody, optional: true, example: { reason: 'a loop' } },
    successes: { 200: { description: 'The cancellation was requested.', schema: AskedToStop } },
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
      'Deletes the arguments, the result and the artifacts of an execution that has ended. The charge and its bill remain, and so do its input files: delete uploads one by one. Repeating the paid request still returns the execution. Repeating the deletion returns the same response.',
    body: { kind: 'json', schema: ReasonBody, optional: true, example: { reason: 'the customer asked for it' } },
    successes: { 200: { description: 'When the content was deleted, and by whom.', schema: DeletedContent } },
    errors: ['execution_not_finished'],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
