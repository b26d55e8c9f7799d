/**
 * Names under which a request shares what a gateway has: its organization, then its project, then its key. An
 * organization can have any number of projects and keys, so nothing is divided by project or key alone.
 */
import type { Identity } from '@farebox/identity';

type Tenant = Pick<Identity, 'organization' | 'project'>;

export const tenantOf = ({ organization, project }: Tenant): readonly [string, string] => [organization.id, project.id];

export const shareOf = ({ key, ...tenant }: Tenant & Pick<Identity, 'key'>): readonly [string, string, string] => [
  ...tenantOf(tenant),
  key.lineage,
];
