/** Who is calling, and for whom: API keys, sessions of members, and the projects that both act for. Never what they may do. */
export { createKeyDirectory, type KeyDirectory } from './keys/directory.ts';
export { type Identity, KEY_NAME_LENGTH_MAX, ROTATION_OVERLAP_DAYS_MAX } from './keys/identity.ts';
export {
  type IssuedKey,
  type IssueRequest,
  issueKey,
  type KeyAuthority,
  revokeKey,
  rotateKey,
} from './keys/lifecycle.ts';
export { environmentOfProject } from './keys/store/find.ts';
export { listKeys } from './keys/store/list.ts';
export type { KeyRow } from './keys/store/write.ts';
export type { KeyEnvironment } from './keys/token.ts';
export { openProject } from './projects/open-project.ts';
export { addMember, createOrganization, createProject, setExecutionEnabled } from './projects/store/create.ts';
export { findMember, type ProjectMember } from './projects/store/find.ts';
export { issueLocalSession } from './sessions/local-issuer.ts';
export { SessionsUnavailableError, type SessionVerifier } from './sessions/session.ts';
export { sessionFields, sessionsFrom } from './sessions/settings.ts';
