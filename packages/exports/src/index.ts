/** Exports of a project's data: asked for, produced part by part, listed, and removed when they are over. */
export { type Produced, produceExports } from './produce.ts';
export { removeExports } from './remove.ts';
export { cancelExport, requestExport } from './store/change.ts';
export { findExport, listExportFiles, listExportParts, listExports, type ProjectExport } from './store/read.ts';
