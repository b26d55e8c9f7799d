/** Exports of a project's data: request, write part by part, list and remove. */
export { produceExports } from './produce.ts';
export { removeExports } from './remove.ts';
export { cancelExport, requestExport } from './store/change.ts';
export { findExport, listExportFiles, listExportParts, listExports, type ProjectExport } from './store/read.ts';
