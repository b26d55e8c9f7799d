/** Exports of a project's data: jobs, the parts that they wrote, and the files that they name. */
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
      'Once `succeeded` all parts are there, until it is `expired` or `cancelled`.',
    ),
    requestedBy: Type.String({ maxLength: 500, description: 'Subject of the session that asked for it.' }),
    asOf: { ...Timestamp, description: 'What was booked and told later is not in it.' },
    parts: Count,
    rows: { ...Count, description: 'Lines so far.' },
    sizeBytes: { ...Count, description: 'Of all parts so far, compressed.' },
    createdAt: Timestamp,
    finishedAt: nullable(Timestamp),
    expiresAt: { ...Timestamp, description: 'Its parts are gone then.' },
  },
  named('ProjectExport', 'A job that writes all that there is of a project.'),
);
export const ProjectExportPage = Type.Object(
  { exports: list(ProjectExport, PAGE_MAX), nextBefore: nullable(ExportId) },
  named('ProjectExportPage', 'Exports, newest first.'),
);
export const ProjectExportQuery = pageQuery(ExportId);

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 });
const FileName = Type.String({ pattern: '^[a-z0-9][a-z0-9._-]*$', maxLength: 100 });
const fetched = {
  url: Type.String({ maxLength: 4000, description: 'A secret: whoever has it fetches it, without a session.' }),
  urlExpiresAt: { ...Timestamp, description: 'In minutes; ask again for another URL.' },
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
  named('ExportPart', 'JSON lines, gzipped. The last one is the manifest.'),
);
export const ExportPartPage = Type.Object(
  { parts: list(ExportPart, PAGE_MAX), nextBefore: nullable(int32(0)) },
  named('ExportPartPage', 'Parts, newest first.'),
);
export const ExportPartQuery = Type.Object(
  {
    before: Type.Optional(int32(0, { description: 'Number of a part.' })),
    limit: Type.Optional(int32(1, { maximum: PAGE_MAX, description: `Left out: ${PAGE_DEFAULT}.` })),
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
  named('ExportFilePage', 'Files that the export names and that are kept now, newest first.'),
);
export const ExportFileQuery = pageQuery(FileId);
