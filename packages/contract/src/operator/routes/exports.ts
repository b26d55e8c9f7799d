/** Exports of all data of a project, as files for download. */
import { ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import {
  ExportFilePage,
  ExportFileQuery,
  ExportId,
  ExportPartPage,
  ExportPartQuery,
  ProjectExport,
  ProjectExportPage,
  ProjectExportQuery,
} from '../schemas/export.ts';
import { ReasonBody } from '../schemas/reason.ts';

const ofProject = { tag: 'Exports', access: { project: 'ADMIN' }, params: { projectId: ProjectId } } as const;
const ofExport = { ...ofProject, params: { projectId: ProjectId, exportId: ExportId } } as const;
const body = {
  kind: 'json',
  schema: ReasonBody,
  optional: true,
  example: { reason: 'the customer asked for their data' },
} as const;

export const exportRoutes = {
  createExport: {
    ...ofProject,
    method: 'POST',
    path: '/projects/{projectId}/exports',
    act: 'export.create',
    summary: "Export a project's data",
    description:
      'Starts a job that writes JSON lines: the project, its members, keys (never their secrets), price terms, transfers, executions with arguments and results, files and audit log. A project can run one export at a time. Up to five exports are kept, each for seven days.',
    body,
    successes: { 200: { description: 'The export job.', schema: ProjectExport } },
    errors: ['export_not_possible'],
  },
  listExports: {
    ...ofProject,
    method: 'GET',
    path: '/projects/{projectId}/exports',
    query: ProjectExportQuery,
    summary: 'List exports of a project',
    description: 'Newest first, with the progress of each export.',
    successes: { 200: { description: 'A page of exports.', schema: ProjectExportPage } },
    errors: [],
  },
  getExport: {
    ...ofExport,
    method: 'GET',
    path: '/projects/{projectId}/exports/{exportId}',
    summary: 'Read an export',
    description: 'Returns its progress: parts, lines and bytes.',
    successes: { 200: { description: 'The export.', schema: ProjectExport } },
    errors: [],
  },
  listExportParts: {
    ...ofExport,
    method: 'GET',
    path: '/projects/{projectId}/exports/{exportId}/parts',
    query: ExportPartQuery,
    summary: 'List the parts of an export',
    description:
      'Returns each part with its SHA-256 and a short-lived download URL. All parts exist once the export has succeeded.',
    successes: { 200: { description: 'A page of parts.', schema: ExportPartPage } },
    errors: ['artifact_unavailable'],
  },
  listExportFiles: {
    ...ofExport,
    method: 'GET',
    path: '/projects/{projectId}/exports/{exportId}/files',
    query: ExportFileQuery,
    summary: 'List the files of an export',
    description:
      'Returns the uploads and artifacts that existed when the export was requested and still exist, each with a short-lived download URL. Files that no longer exist are listed only in the parts.',
    successes: { 200: { description: 'A page of files.', schema: ExportFilePage } },
    errors: ['artifact_unavailable'],
  },
  cancelExport: {
    ...ofExport,
    method: 'POST',
    path: '/projects/{projectId}/exports/{exportId}/cancel',
    act: 'export.cancel',
    summary: 'Cancel or delete an export',
    description:
      'Stops an export that is in progress, or deletes one that has finished. Its parts are deleted within minutes.',
    body,
    successes: { 200: { description: 'The export.', schema: ProjectExport } },
    errors: ['export_not_possible'],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
