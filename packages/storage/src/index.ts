/** File storage: one port, on any S3 and on disk. It handles bytes and keys, but no access rights. */
export type { ArtifactStore, ObjectEntry } from './artifact-store.ts';
export { createDiskStore } from './disk/disk-store.ts';
export type { DownloadOptions } from './downloads/download-urls.ts';
export { createDownloads, type Download, type Downloads } from './downloads/downloads.ts';
export { type DownloadSource, responseOf } from './downloads/object-response.ts';
export { createSeal } from './downloads/sealed-key.ts';
export { ObjectMissingError, StorageUnavailableError } from './errors.ts';
export { checkKey } from './object-key.ts';
export { accountRightsOf } from './s3/account-rights.ts';
export { createS3Store } from './s3/s3-store.ts';
export { sealFields, signingFields, storeFields, storeFrom } from './settings.ts';
export { writeProbe } from './write-probe.ts';
