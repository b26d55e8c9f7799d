/** A project's files: uploads, artifacts, their keys in the store, their retention and removal. */
export type { StoredArtifact } from './artifact.ts';
export { removeExpired } from './expire.ts';
export { removeDeleted } from './deleted.ts';
export { deleteFile } from './store/delete.ts';
export { findFile } from './store/find.ts';
export { callResultKey, artifactKey, executionPrefix, receivedKey, stagedKey } from './keys.ts';
export { type OrphanSearch, removeOrphans } from './orphans.ts';
export { RETENTION } from './period.ts';
export { createRunnerFiles, RUNNER_FILES_PATH, type RunnerFile, type RunnerFiles } from './runner-files.ts';
export { sampleOf, SAMPLES } from './samples.ts';
export { createFileStore, type FileStore, type StoredFile } from './store/files.ts';
export type { StorageQuota } from './store/quota.ts';
export { findInputs, type InputSource, type InputsWanted } from './store/inputs.ts';
export { createResumableStore, type ResumableStore, type ResumableUpload } from './store/resumable.ts';
export type { UploadOnce } from './store/upload-once.ts';
export { takeOrphans } from './store/retention.ts';
export { type FileRow, fileOf } from './store/row.ts';
