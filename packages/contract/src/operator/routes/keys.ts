/** API keys of a project. */
import { KeyId, ProjectId } from '../../schemas/primitives.ts';
import { IssuedKey, IssueKeyRequest, Key, KeyList, KeyQuery, RotateKeyRequest } from '../schemas/key.ts';
import { ReasonBody } from '../schemas/reason.ts';
import type { OperatorRoute } from '../route.ts';

const ofProject = { params: { projectId: ProjectId }, tag: 'Keys', access: { project: 'ADMIN' } } as const;
const ofKey = { ...ofProject, params: { ...ofProject.params, keyId: KeyId } } as const;

export const keyRoutes = {
  listKeys: {
    ...ofProject,
    method: 'GET',
    path: '/projects/{projectId}/keys',
    query: KeyQuery,
    summary: 'Keys of the project',
    description: 'Newest first, ended ones included, never what they consist of.',
    successes: { 200: { description: 'The keys.', schema: KeyList } },
    errors: [],
  },
  issueKey: {
    ...ofProject,
    method: 'POST',
    path: '/projects/{projectId}/keys',
    act: 'key.issue',
    summary: 'Issue a key',
    description: 'The key itself is in this response, and nowhere else.',
    body: {
      kind: 'json',
      schema: IssueKeyRequest,
      example: { name: 'build server', scopes: ['tools:read', 'tools:execute', 'executions:read'] },
    },
    successes: { 200: { description: 'The new key.', schema: IssuedKey } },
    errors: ['too_many_keys'],
  },
  rotateKey: {
    ...ofKey,
    method: 'POST',
    path: '/projects/{projectId}/keys/{keyId}/rotate',
    act: 'key.rotate',
    summary: 'Replace a key',
    description:
      'Issues a successor of the same lineage, owner, name, scopes, cap and lifetime; the old key ends after the overlap.',
    body: { kind: 'json', schema: RotateKeyRequest, example: { overlapDays: 1 } },
    successes: { 200: { description: 'The successor.', schema: IssuedKey } },
    errors: ['too_many_keys'],
  },
  revokeKey: {
    ...ofKey,
    method: 'POST',
    path: '/projects/{projectId}/keys/{keyId}/revoke',
    act: 'key.revoke',
    summary: 'Revoke a key',
    description: 'Every gateway refuses it within a second. Revoking it again changes nothing.',
    body: { kind: 'json', schema: ReasonBody, example: { reason: 'stood in a log' } },
    successes: { 200: { description: 'The key.', schema: Key } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
