/** Monthly caps: what is settled in a UTC month and held, together at most. */
import { KeyId, OrganizationId, ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import { CapRequest, CapSet } from '../schemas/money.ts';

const cap = {
  tag: 'Caps',
  method: 'PUT',
  act: 'cap.set',
  body: { kind: 'json', schema: CapRequest, example: { monthlyCapMicros: 50_000_000 } },
  successes: { 200: { description: 'The cap.', schema: CapSet } },
  errors: [],
} as const;

export const capRoutes = {
  setProjectCap: {
    ...cap,
    params: { projectId: ProjectId },
    access: { project: 'ADMIN' },
    path: '/projects/{projectId}/cap',
    summary: 'Cap a project',
    description: 'It counts from the next request on, on every gateway; what is held already goes on.',
  },
  setOrganizationCap: {
    ...cap,
    params: { organizationId: OrganizationId },
    access: 'platform',
    path: '/organizations/{organizationId}/cap',
    summary: 'Cap an organization',
    description: 'Over its live projects together, beside the cap of each.',
  },
  setKeyCap: {
    ...cap,
    params: { projectId: ProjectId, keyId: KeyId },
    access: { project: 'ADMIN' },
    path: '/projects/{projectId}/keys/{keyId}/cap',
    summary: 'Cap a key',
    description: 'Over its lineage: the keys that replace it have the same. Other keys of the project are not bound.',
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
