/** API keys of a project. */
import { KeyId, ProjectId } from '../../schemas/primitives.ts';
import {
  FoundKey,
  IssuedKey,
  IssueKeyRequest,
  Key,
  KeyList,
  KeyName,
  KeyQuery,
  RotateKeyRequest,
} from '../schemas/key.ts';
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
    summary: 'List API keys of a project',
    description: 'Newest first, including expired and revoked keys. The secret text of a key is never included.',
    successes: { 200: { description: 'The keys.', schema: KeyList } },
    errors: [],
  },
  findKey: {
    tag: 'Keys',
    method: 'GET',
    path: '/keys/{key}',
    access: { holder: 'ADMIN' },
    params: { key: KeyName },
    summary: 'Find an API key by its id alone',
    description:
      'For a key that was found somewhere: looks in every project that the caller may see, and returns the key and its project. Also finds expired and revoked keys. The public id is the part of a key between the second and the third underscore. Never send the key itself.',
    successes: { 200: { description: 'The key and its project.', schema: FoundKey } },
    errors: [],
  },
  issueKey: {
    ...ofProject,
    method: 'POST',
    path: '/projects/{projectId}/keys',
    act: 'key.issue',
    summary: 'Create an API key',
    description: 'The response contains the key itself, only this once. Store it safely.',
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
    summary: 'Rotate an API key',
    description:
      'Creates a successor with the same lineage, owner, name, scopes, cap and lifetime. The old key expires after the overlap.',
    body: { kind: 'json', schema: RotateKeyRequest, example: { overlapDays: 1 } },
    successes: { 200: { description: 'The successor.', schema: IssuedKey } },
    errors: ['too_many_keys'],
  },
  revokeKey: {
    ...ofKey,
    method: 'POST',
    path: '/projects/{projectId}/keys/{keyId}/revoke',
    act: 'key.revoke',
    summary: 'Revoke an API key',
    description: 'Every gateway refuses the key within a second. Repeating the request changes nothing.',
    body: { kind: 'json', schema: ReasonBody, example: { reason: 'stood in a log' } },
    successes: { 200: { description: 'The key.', schema: Key } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
