/** What of the SDK needs a file system: files to upload, artifacts to keep, and a store of paid requests that outlives the process. */
export { fileStore } from './file-store.ts';
export { fileAt, saveAs } from './files.ts';
