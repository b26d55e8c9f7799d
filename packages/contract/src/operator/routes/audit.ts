/** Routes that read the audit log of administrators and verify its hash chains. */
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
  successes: { 200: { description: 'The result of the verification.', schema: AuditVerification } },
  errors: [],
} as const;
const verifying =
  'Computes every hash of the chain again and returns the first entry that was altered or is missing. Store the head of the chain outside of this system: only a comparison with it reveals a chain that was rewritten as a whole.';

export const auditRoutes = {
  listProjectAudit: {
    ...page,
    method: 'GET',
    path: '/projects/{projectId}/audit',
    access: { project: 'ADMIN' },
    params: { projectId: ProjectId },
    summary: 'List audit log entries of a project',
    description: 'Newest first: the actor, the change with its values before and after, and the reason.',
  },
  listPlatformAudit: {
    ...page,
    method: 'GET',
    path: '/audit',
    access: 'platform',
    summary: 'List audit log entries of the platform',
    description: 'Changes that belong to no organization: prices and platform-wide switches.',
  },
  listOrganizationAudit: {
    ...page,
    method: 'GET',
    path: '/organizations/{organizationId}/audit',
    access: 'platform',
    params: { organizationId: OrganizationId },
    summary: 'List audit log entries of an organization',
    description: 'Changes in the organization and in all of its projects, newest first.',
  },
  verifyPlatformAudit: {
    ...verified,
    method: 'GET',
    path: '/audit/verification',
    access: 'platform',
    summary: 'Verify the audit chain of the platform',
    description: verifying,
  },
  verifyOrganizationAudit: {
    ...verified,
    method: 'GET',
    path: '/organizations/{organizationId}/audit/verification',
    access: 'platform',
    params: { organizationId: OrganizationId },
    summary: 'Verify the audit chain of an organization',
    description: verifying,
  },
  verifyEveryAudit: {
    method: 'GET',
    path: '/audit/verifications',
    tag: 'Audit',
    access: 'platform',
    query: AuditVerificationQuery,
    summary: 'Verify all audit chains',
    description:
      'Verifies the chain of the platform and of each organization: computes every hash again, and returns the first entry of each chain that was altered or is missing, and its head. A page may be short if chains are long. Store all heads outside of this system: only a comparison reveals a chain that was rewritten or deleted as a whole.',
    successes: { 200: { description: 'A page of chains.', schema: AuditVerificationList } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
