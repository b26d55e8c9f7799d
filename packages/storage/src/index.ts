/** Where files live: one port, on any S3 and on disk. Knows bytes and keys, never projects' rights. */
export type { ArtifactStore, ObjectEntry, ObjectMeta } from './artifact-store.ts';
export { createDiskStore, type DiskStoreOptions } from './disk/disk-store.ts';
export type { DownloadOptions } from './downloads/download-urls.ts';
export { createDownloads, type Download, type Downloads } from './downloads/downloads.ts';
export { ObjectMissingError, StorageUnavailableError } from './errors.ts';
export { checkKey } from './object-key.ts';
export { createS3Store, type S3StoreOptions } from './s3/s3-store.ts';
export { type StoreConfig, signingFields, storeFields, storeFrom } from './settings.ts';
