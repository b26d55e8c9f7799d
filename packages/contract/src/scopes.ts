/** What a key may do. A route without a scope does not exist; the roles of members narrow a key further. */
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

/** In an organization: an ADMIN administers its people and makes projects. What somebody may do in a project is their role there. */
export const ORGANIZATION_ROLES = ['ADMIN', 'MEMBER'] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** Scopes that act on the project. A VIEWER, or any key of a project that is switched off, may only read. */
const ACTING: readonly Scope[] = ['tools:execute', 'templates:write'];

/** Whether a member of this role, in a project that is switched on or off, may use `scope` at all. */
export function roleAllows(scope: Scope, { role, projectEnabled }: { role: Role; projectEnabled: boolean }): boolean {
  return !ACTING.includes(scope) || (role !== 'VIEWER' && projectEnabled);
}
