/** Exports of all that there is of a project, as files that are fetched one by one. */
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
      'Starts a job that writes the project, its people, keys (never their secrets), terms, transfers, executions with arguments and results, files and audit log as JSON lines. One at a time, and five are kept for seven days each.',
    body,
    successes: { 200: { description: 'The job.', schema: ProjectExport } },
    errors: ['export_not_possible'],
  },
  listExports: {
    ...ofProject,
    method: 'GET',
    path: '/projects/{projectId}/exports',
    query: ProjectExportQuery,
    summary: 'Exports of a project',
    description: 'With how far each is.',
    successes: { 200: { description: 'A page of exports.', schema: ProjectExportPage } },
    errors: [],
  },
  getExport: {
    ...ofExport,
    method: 'GET',
    path: '/projects/{projectId}/exports/{exportId}',
    summary: 'One export',
    description: 'How far it is: parts, lines and bytes.',
    successes: { 200: { description: 'The export.', schema: ProjectExport } },
    errors: [],
  },
  listExportParts: {
    ...ofExport,
    method: 'GET',
    path: '/projects/{projectId}/exports/{exportId}/parts',
    query: ExportPartQuery,
    summary: 'Parts of an export',
    description: 'Each with its SHA-256 and a short-lived URL. All are there once the export has succeeded.',
    successes: { 200: { description: 'A page of parts.', schema: ExportPartPage } },
    errors: ['artifact_unavailable'],
  },
  listExportFiles: {
    ...ofExport,
    method: 'GET',
    path: '/projects/{projectId}/exports/{exportId}/files',
    query: ExportFileQuery,
    summary: 'Files of an export',
    description:
      'Uploads and artifacts that were there when the export was asked for and are kept still, each with a short-lived URL. Those that are gone stand in its parts alone.',
    successes: { 200: { description: 'A page of files.', schema: ExportFilePage } },
    errors: ['artifact_unavailable'],
  },
  cancelExport: {
    ...ofExport,
    method: 'POST',
    path: '/projects/{projectId}/exports/{exportId}/cancel',
    act: 'export.cancel',
    summary: 'Cancel or delete an export',
    description: 'Ends one that is being written, or takes away one that is finished: its parts are gone in minutes.',
    body,
    successes: { 200: { description: 'The export.', schema: ProjectExport } },
    errors: ['export_not_possible'],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
