/** The parts of the SDK that need a file system: files to upload, saved artifacts, and a durable store of paid requests. */
export { fileStore } from './file-store.ts';
export { fileAt, saveAs } from './files.ts';
