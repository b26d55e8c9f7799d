/** Monthly caps: an upper limit for the sum of what is settled in a calendar month (UTC) and what is on hold. */
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
    summary: 'Set the monthly cap of a project',
    description: 'Applies from the next request on, on every gateway. Executions that already have a hold continue.',
  },
  setOrganizationCap: {
    ...cap,
    params: { organizationId: OrganizationId },
    access: 'platform',
    path: '/organizations/{organizationId}/cap',
    summary: 'Set the monthly cap of an organization',
    description: 'Limits the sum of its live projects, in addition to the cap of each project.',
  },
  setKeyCap: {
    ...cap,
    params: { projectId: ProjectId, keyId: KeyId },
    access: { project: 'ADMIN' },
    path: '/projects/{projectId}/keys/{keyId}/cap',
    summary: 'Set the monthly cap of an API key',
    description:
      'The keys that replace this key by rotation share the cap with it. It does not limit other keys of the project.',
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
