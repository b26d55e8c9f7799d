/** API keys: their text, their life and who they act for. Contract, section 6. */
export { createKeyDirectory, type KeyDirectory, type KeyDirectoryOptions } from './directory.ts';
export { type Identity, KEY_NAME_LENGTH_MAX, type KeyFacts, ROTATION_OVERLAP_DAYS_MAX } from './identity.ts';
export {
  type IssuedKey,
  type IssueRequest,
  issueKey,
  type KeyAuthority,
  revokeKey,
  type RevokeRequest,
  type RotateRequest,
  rotateKey,
} from './lifecycle.ts';
export { listKeys } from './store/list.ts';
export type { KeyRow } from './store/write.ts';
export { KEY_ENVIRONMENTS, type KeyEnvironment } from './token.ts';
export { environmentOfProject } from './store/find.ts';
