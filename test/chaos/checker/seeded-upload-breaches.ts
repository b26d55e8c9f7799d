/** Breaches of the promises about upload addresses. Only tests of the checks use them. */
import type { Evidence } from './evidence.ts';
import type { Change, Mutable } from './mutable.ts';
import { measuredOf, shownFile } from './sound-beside.ts';
import type { Measured } from './views.ts';

const AT = '2026-11-21T08:00:05.000Z';
const EXPIRES = '2026-12-21T08:00:05.000Z';

/** Sends two pictures to one address: the first is stored, and the response to the second says so. */
export function useAnAddress(evidence: Mutable<Evidence>): void {
  const { client, executions } = evidence;
  const put = { at: AT, act: 'put', projectId: executions[0]!.project_id, lineage: 0, address: 'a' };
  const file = shownFile(store(evidence, 'file_8', picture('one')));
  client.push({ ...put, request: 20, bodySha256: 'one', bytes: picture('one') });
  client.push({ ...put, request: 21, bodySha256: 'two', bytes: picture('two') });
  client.push({ at: AT, replyTo: 20, status: 200, id: 'file_8', file });
  client.push({ at: AT, replyTo: 21, status: 409, message: 'upload_url_used', fileId: 'file_8' });
}

const picture = (sha256: string): Measured => ({ ...SENT, sha256, mimeType: 'image/png', width: 2, height: 1 });
const sound = (sha256: string): Measured => ({ ...SENT, sha256, mimeType: 'audio/wav', seconds: 400 });
const SENT = { sizeBytes: 3, width: null, height: null, seconds: null } as const;

function store(evidence: Mutable<Evidence>, id: string, bytes: Measured): Mutable<Evidence>['files'][number] {
  const { files, objects, storage, measured } = evidence;
  const { mimeType, width, height, seconds, sha256 } = bytes;
  const object_key = `projects/proj_1/uploads/${id}`;
  const own = { id, object_key, origin: 'upload', execution_id: null, step: null, created_at: AT } as const;
  const facts = { mime_type: mimeType ?? '', width, height, duration_seconds: seconds, expires_at: EXPIRES };
  const file = { ...files[0]!, ...own, ...facts, sha256: `\\x${sha256}` };
  files.push(file);
  objects.push({ key: object_key, sizeBytes: 3, sha256 });
  measured.push(measuredOf(file));
  storage[0]!.stored_bytes += 3;
  return file;
}

const atAnAddress =
  (change: Change): Change =>
  (evidence) => {
    useAnAddress(evidence);
    change(evidence);
  };

/** Adds an upload in parts that is complete, and one of which a part has arrived. */
export function uploadInParts(evidence: Mutable<Evidence>): void {
  const { client, executions, uploads, objects, storage } = evidence;
  const file = shownFile(store(evidence, 'file_7', sound('whole')));
  const [project_id, key] = ['proj_1', 'projects/proj_1/resumable/up_2/0-part'];
  const part = { offset_bytes: 0, size_bytes: 5, object_key: key };
  uploads.push(
    { id: 'up_1', project_id, size_bytes: 3, offset_bytes: 3, file_id: 'file_7', parts: [] },
    { id: 'up_2', project_id, size_bytes: 10, offset_bytes: 5, file_id: null, parts: [part] },
  );
  objects.push({ key, sizeBytes: 5, sha256: 'part' });
  storage[0]!.stored_bytes += 10;
  const look = { act: 'resumed', projectId: executions[0]!.project_id, lineage: 0, address: 'b' };
  client.push({ at: AT, ...look, request: 30, wholeSha256: 'whole', bytes: sound('whole') });
  client.push({ at: AT, replyTo: 30, status: 200, id: 'up_1', fileId: 'file_7', file });
}

const inParts =
  (change: Change): Change =>
  (evidence) => {
    uploadInParts(evidence);
    change(evidence);
  };

export const UPLOAD_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I5', 'an address that stored twice', atAnAddress((evidence) => store(evidence, 'file_9', picture('two')))],
  ['I5', 'an address that named two files', atAnAddress(({ client }) => (client.at(-1)!.fileId = 'file_9'))],
  [
    'I5',
    'an address that named what it did not store',
    atAnAddress(({ files, objects, storage }) => {
      [files, objects].forEach((rows) => rows.pop());
      storage[0]!.stored_bytes -= 3;
    }),
  ],
  ['I7', 'a file of other bytes than came in parts', inParts(({ client }) => (client.at(-2)!.wholeSha256 = 'two'))],
  ['I7', 'a whole upload that tells no file', inParts(({ client }) => delete client.at(-1)!.fileId)],
  ['I7', 'a part that is not in the store', inParts(({ objects }) => (objects.at(-1)!.sizeBytes = 4))],
  ['I7', 'two parts at one offset', inParts(({ uploads }) => uploads[1]!.parts.push({ ...uploads[1]!.parts[0]! }))],
  ['I7', 'an offset that nothing has come for', inParts(({ uploads }) => (uploads[1]!.offset_bytes = 6))],
  ['I7', 'an upload that names a file that is not', inParts(({ uploads }) => (uploads[0]!.file_id = 'file_9'))],
  ['I7', 'bytes that are announced and not counted', inParts(({ storage }) => (storage[0]!.stored_bytes -= 10))],
];
