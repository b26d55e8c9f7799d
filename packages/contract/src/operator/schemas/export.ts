/** Exports of a project's data: jobs, the parts that they wrote, and the files that the parts name. */
import { Type } from 'typebox';
import {
  Count,
  FileId,
  ProjectId,
  Timestamp,
  closed,
  idOf,
  int32,
  list,
  named,
  nullable,
  oneOf,
} from '../../schemas/primitives.ts';
import { PAGE_DEFAULT, PAGE_MAX, pageQuery } from './page.ts';

export const ExportId = idOf('ExportId', 'exp', "an export of a project's data");

export const ProjectExport = Type.Object(
  {
    id: ExportId,
    projectId: ProjectId,
    status: oneOf(
      'ExportStatus',
      ['queued', 'running', 'succeeded', 'cancelled', 'expired'],
      'Once the status is `succeeded`, all parts exist until it becomes `expired` or `cancelled`.',
    ),
    requestedBy: Type.String({ maxLength: 500, description: 'The `sub` of the session that requested the export.' }),
    asOf: { ...Timestamp, description: 'Later bookings and events are not included.' },
    parts: Count,
    rows: { ...Count, description: 'The number of lines so far.' },
    sizeBytes: { ...Count, description: 'The compressed size of all parts so far, in bytes.' },
    createdAt: Timestamp,
    finishedAt: nullable(Timestamp),
    expiresAt: { ...Timestamp, description: 'When the parts are deleted.' },
  },
  named('ProjectExport', 'A job that exports all data of a project.'),
);
export const ProjectExportPage = Type.Object(
  { exports: list(ProjectExport, PAGE_MAX), nextBefore: nullable(ExportId) },
  named('ProjectExportPage', 'Exports, newest first.'),
);
export const ProjectExportQuery = pageQuery(ExportId);

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 });
const FileName = Type.String({ pattern: '^[a-z0-9][a-z0-9._-]*$', maxLength: 100 });
const fetched = {
  url: Type.String({
    maxLength: 4000,
    description: 'A download URL that needs no session. Anyone who has it can download: treat it as a secret.',
  }),
  urlExpiresAt: { ...Timestamp, description: 'A few minutes from now. Repeat the request for a new URL.' },
};

const ExportPart = Type.Object(
  {
    number: int32(0),
    section: Type.String({ maxLength: 50 }),
    fileName: FileName,
    rows: Count,
    sizeBytes: Count,
    sha256: Sha256,
    ...fetched,
  },
  named('ExportPart', 'A gzip file of JSON lines. The last part is the manifest.'),
);
export const ExportPartPage = Type.Object(
  { parts: list(ExportPart, PAGE_MAX), nextBefore: nullable(int32(0)) },
  named('ExportPartPage', 'Parts, newest first.'),
);
export const ExportPartQuery = Type.Object(
  {
    before: Type.Optional(int32(0, { description: 'The number of a part. The page begins with the part before it.' })),
    limit: Type.Optional(
      int32(1, { maximum: PAGE_MAX, description: `The number of entries on a page. Default ${PAGE_DEFAULT}.` }),
    ),
  },
  closed,
);

const ExportFile = Type.Object(
  {
    id: FileId,
    fileName: FileName,
    mimeType: Type.String({ maxLength: 100 }),
    sizeBytes: Count,
    sha256: Sha256,
    ...fetched,
  },
  named('ExportFile', 'A file of the project.'),
);
export const ExportFilePage = Type.Object(
  { files: list(ExportFile, PAGE_MAX), nextBefore: nullable(FileId) },
  named('ExportFilePage', 'Files that the export names and that still exist, newest first.'),
);
export const ExportFileQuery = pageQuery(FileId);
