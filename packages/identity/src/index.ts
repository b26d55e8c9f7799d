/** Identifies callers and their projects: API keys, sessions of members, organizations and projects. Authorization is elsewhere. */
export type { Invitation } from './invitations/invitation.ts';
export { acceptInvitation, createInvitation, invitationOfCode, revokeInvitation } from './invitations/invitations.ts';
export { listInvitations } from './invitations/store/invitations.ts';
export { createKeyDirectory, type KeyDirectory } from './keys/directory.ts';
export type { Identity } from './keys/identity.ts';
export {
  type IssuedKey,
  type IssueRequest,
  issueKey,
  type KeyAuthority,
  revokeKey,
  rotateKey,
} from './keys/lifecycle.ts';
export { environmentOfProject } from './keys/store/find.ts';
export { pepperMarksOf } from './keys/digest.ts';
export { keysByPepper } from './keys/store/peppers.ts';
export { findKey, listKeys } from './keys/store/list.ts';
export { rememberLookups } from './keys/remembered.ts';
export { createKeyRenewals } from './keys/renewals.ts';
export {
  isRunnerSecret,
  newRunnerSecret,
  parseRunnerToken,
  renewedRunnerSecret,
  type RunnerSecret,
} from './keys/runner-token.ts';
export type { KeyRow } from './keys/store/write.ts';
export type { KeyEnvironment } from './keys/token.ts';
export { createKeyUses } from './keys/uses.ts';
export { addPerson, changePerson, removePerson } from './people/people.ts';
export type { Person } from './people/person.ts';
export { type EndedKeys, giveRole, type RoleChange, takeRole } from './people/roles.ts';
export { findPersonBySubject, listMembers, listPeople } from './people/store/read.ts';
export { type Standing, standingsOf } from './people/store/standing.ts';
export { createOriginDirectory, isOrigin, type OriginDirectory } from './projects/origin-directory.ts';
export { createOrganizationDirectory, type OrganizationDirectory } from './projects/organization-directory.ts';
export { openProject } from './projects/open-project.ts';
export {
  type AdministeredProject,
  changePlatform,
  changeProject,
  listOrganizations,
  listProjects,
  readPlatform,
  readProject,
  renameOrganization,
} from './projects/store/administer.ts';
export {
  addMember,
  createOrganization,
  createProject,
  createProjectWithin,
  setExecutionEnabled,
} from './projects/store/create.ts';
export {
  isArchived,
  archiveProject,
  countOpenExecutions,
  resumeProject,
  suspendProject,
  unarchiveProject,
} from './projects/store/lifecycle.ts';
export { type ListedOrigins, readOrigins, setOrigins } from './projects/store/origins.ts';
export { projectHolding } from './projects/store/holder.ts';
export { findMember, findOrganizationRole, organizationExists, organizationOfProject } from './projects/store/find.ts';
export { issueLocalSession } from './sessions/local-issuer.ts';
export { type Session, SessionsUnavailableError, type SessionVerifier } from './sessions/session.ts';
export { sessionFields, sessionsFrom } from './sessions/settings.ts';
