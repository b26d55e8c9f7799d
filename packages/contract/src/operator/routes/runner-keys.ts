/** Keys of runners of kind pull: each is bound to one tool. */
import { ReasonBody } from '../schemas/reason.ts';
import {
  IssuedRunnerKey,
  IssueRunnerKeyRequest,
  RunnerKey,
  RunnerKeyId,
  RunnerKeyList,
} from '../schemas/runner-key.ts';
import { OwnToolName } from '../schemas/tools.ts';
import type { OperatorRoute } from '../route.ts';

const ofTool = { tag: 'Tools', access: 'platform', params: { toolName: OwnToolName } } as const;

export const runnerKeyRoutes = {
  listRunnerKeys: {
    ...ofTool,
    method: 'GET',
    path: '/own-tools/{toolName}/runner-keys',
    summary: 'List runner keys of a tool',
    description: 'Newest first, including revoked keys. The secret text of a key is never included.',
    successes: { 200: { description: 'The keys.', schema: RunnerKeyList } },
    errors: [],
  },
  issueRunnerKey: {
    ...ofTool,
    method: 'POST',
    path: '/own-tools/{toolName}/runner-keys',
    act: 'tool.issue_runner_key',
    summary: 'Create a runner key of a tool',
    description:
      'For runners of kind pull, which ask for work themselves. The response contains the key itself, only this once. It opens the runs of this tool, and nothing else. A version of the tool with a runner of kind pull must be published, but need not be active. A tool has at most 20 keys that are not revoked.',
    body: { kind: 'json', schema: IssueRunnerKeyRequest, example: { name: 'gpu-1' } },
    successes: { 200: { description: 'The new key.', schema: IssuedRunnerKey } },
    errors: [],
  },
  revokeRunnerKey: {
    ...ofTool,
    method: 'POST',
    path: '/own-tools/{toolName}/runner-keys/{runnerKeyId}/revoke',
    params: { ...ofTool.params, runnerKeyId: RunnerKeyId },
    act: 'tool.revoke_runner_key',
    summary: 'Revoke a runner key',
    description:
      'Within a second its runners get no run and can report nothing. Runs that they have begun stay with their leases: those of an idempotent tool are given to another runner, the others go under review. Repeating the request changes nothing.',
    body: { kind: 'json', schema: ReasonBody, example: { reason: 'stood in a log' } },
    successes: { 200: { description: 'The key.', schema: RunnerKey } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
