/** The scopes of a key. Every route has a scope; the role of the key's owner restricts the key further. */
export const SCOPES = [
  'project:read',
  'usage:read',
  'tools:read',
  'tools:execute',
  'executions:read',
  'templates:write',
] as const;
export type Scope = (typeof SCOPES)[number];

export const ROLES = ['ADMIN', 'MEMBER', 'VIEWER'] as const;
export type Role = (typeof ROLES)[number];

/** Roles in an organization: an ADMIN manages its members and creates projects. Rights in a project come from the role there. */
export const ORGANIZATION_ROLES = ['ADMIN', 'MEMBER'] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** Scopes that change the project. A VIEWER, or any key of a project whose execution is switched off, may only read. */
const ACTING: readonly Scope[] = ['tools:execute', 'templates:write'];

/** Whether a member with this role may use `scope`, in a project whose execution is switched on or off. */
export function roleAllows(scope: Scope, { role, projectEnabled }: { role: Role; projectEnabled: boolean }): boolean {
  return !ACTING.includes(scope) || (role !== 'VIEWER' && projectEnabled);
}
