/** What was done by administrators, and whether the log of it is whole. */
import { OrganizationId, ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import {
  AuditEntryList,
  AuditQuery,
  AuditVerification,
  AuditVerificationList,
  AuditVerificationQuery,
} from '../schemas/audit.ts';

const page = {
  query: AuditQuery,
  tag: 'Audit',
  successes: { 200: { description: 'A page of entries.', schema: AuditEntryList } },
  errors: [],
} as const;
const verified = {
  tag: 'Audit',
  successes: { 200: { description: 'What was found.', schema: AuditVerification } },
  errors: [],
} as const;
const verifying =
  'Computes every hash of the chain again and names the first entry that was altered or is missing. Keep its head elsewhere: a chain that was written anew is found by comparing.';

export const auditRoutes = {
  listProjectAudit: {
    ...page,
    method: 'GET',
    path: '/projects/{projectId}/audit',
    access: { project: 'ADMIN' },
    params: { projectId: ProjectId },
    summary: 'Administrative acts in the project',
    description: 'Newest first: who did what, before and after, and why.',
  },
  listPlatformAudit: {
    ...page,
    method: 'GET',
    path: '/audit',
    access: 'platform',
    summary: 'Administrative acts of the platform',
    description: 'What belongs to no organization: prices, switches of the whole system.',
  },
  listOrganizationAudit: {
    ...page,
    method: 'GET',
    path: '/organizations/{organizationId}/audit',
    access: 'platform',
    params: { organizationId: OrganizationId },
    summary: 'Administrative acts in an organization',
    description: 'Of all its projects, newest first.',
  },
  verifyPlatformAudit: {
    ...verified,
    method: 'GET',
    path: '/audit/verification',
    access: 'platform',
    summary: 'Verify the chain of the platform',
    description: verifying,
  },
  verifyOrganizationAudit: {
    ...verified,
    method: 'GET',
    path: '/organizations/{organizationId}/audit/verification',
    access: 'platform',
    params: { organizationId: OrganizationId },
    summary: "Verify an organization's chain",
    description: verifying,
  },
  verifyEveryAudit: {
    method: 'GET',
    path: '/audit/verifications',
    tag: 'Audit',
    access: 'platform',
    query: AuditVerificationQuery,
    summary: 'Verify every chain',
    description:
      'Of the platform and of each organization: computes every hash again, names the first entry of each that was altered or is missing, and tells the head of each. A page ends early where chains are long. Keep all heads elsewhere: a chain that was written anew, or is gone as a whole, is found by comparing.',
    successes: { 200: { description: 'A page of chains.', schema: AuditVerificationList } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
