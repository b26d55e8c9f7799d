/** Breaches of what is said about files, in a system that says it alike everywhere. Only tests of the checks use them. */
import type { Evidence } from './evidence.ts';
import type { StoredFile } from './files.ts';
import { convertSpeech } from './free-steps.ts';
import type { Change, Mutable } from './mutable.ts';
import { uploadInParts, useAnAddress } from './seeded-upload-breaches.ts';
import { shownFile, shownOf } from './sound-beside.ts';
import type { ShownFile } from './views.ts';

const LATE = '2026-12-31T08:00:00.000Z';

/** Says this about a file in its row and in every response; the bytes are as they were. */
const saying =
  (facts: Partial<Mutable<StoredFile>>, index = 0, prepare: Change = () => {}): Change =>
  (evidence) => {
    prepare(evidence);
    const file = Object.assign(evidence.files[index]!, facts);
    const { replies, executions, files, client } = evidence;
    replies.shown.splice(
      0,
      replies.shown.length,
      ...(executions.map((each) => shownOf(each, files)) as Mutable<Evidence>['replies']['shown']),
    );
    for (const line of client) if (line.file?.id === file.id) line.file = shownFile(file);
    for (const address of replies.addresses)
      if (address.fileId === file.id) Object.assign(address, { sizeBytes: file.size_bytes, mimeType: file.mime_type });
  };

/** Another size is counted too. */
const ofBytes =
  (size_bytes: number, index: number, prepare: Change): Change =>
  (evidence) => {
    saying({ size_bytes }, index, prepare)(evidence);
    const { files, objects, storage } = evidence;
    const file = files[index]!;
    storage[0]!.stored_bytes += size_bytes - 3;
    objects.find(({ key }) => key === file.object_key)!.sizeBytes = size_bytes;
  };

const shown =
  (change: (file: Mutable<ShownFile>) => unknown): Change =>
  ({ replies }) =>
    change(replies.shown[0]!.artifacts[0]!);

/** Facts in the response to an upload; the row and the bytes are as they were. */
const told =
  (change: (file: Mutable<ShownFile>) => unknown, prepare: Change = useAnAddress): Change =>
  (evidence) => {
    prepare(evidence);
    change(evidence.client.find(({ file }) => file !== undefined)!.file!);
  };

export const FACT_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I7', 'an artifact that is kept longer', saying({ expires_at: LATE })],
  ['I7', 'an artifact that is kept for a day', saying({ expires_at: '2026-11-22T08:00:00.000Z' })],
  ['I7', 'an artifact that was made later than it is said to expire', saying({ created_at: LATE })],
  [
    'I7',
    'an artifact that was made a second later',
    saying({ created_at: '2026-11-21T08:00:01.500Z', expires_at: '2026-12-21T08:00:01.500Z' }),
  ],
  ['I7', 'an artifact of another type', saying({ mime_type: 'image/jpeg' })],
  ['I7', 'an artifact without a type that is known', saying({ mime_type: 'application/octet-stream' })],
  ['I7', 'an artifact of another width', saying({ width: 3 })],
  ['I7', 'an artifact of another height', saying({ height: 2 })],
  ['I7', 'an artifact without its pixels', saying({ width: null, height: null })],
  ['I7', 'a picture that lasts', saying({ duration_seconds: 1 })],
  ['I7', 'a sound that is said to last longer', saying({ duration_seconds: 4.9 }, 1, convertSpeech)],
  ['I7', 'a sound with pixels', saying({ width: 1, height: 1 }, 1, convertSpeech)],
  ['I7', 'an upload that is kept longer', saying({ expires_at: LATE }, 1, useAnAddress)],
  ['I7', 'an upload of another type', saying({ mime_type: 'image/jpeg' }, 1, useAnAddress)],
  ['I7', 'an upload of another width', saying({ width: 4 }, 1, useAnAddress)],
  ['I7', 'an upload of another size than was sent', ofBytes(4, 1, useAnAddress)],
  [
    'I7',
    'an upload that was stored before it was sent',
    saying({ created_at: '2026-11-21T08:00:01.000Z', expires_at: '2026-12-21T08:00:01.000Z' }, 1, useAnAddress),
  ],
  ['I7', 'an upload in parts of another length', saying({ duration_seconds: 399 }, 1, uploadInParts)],
  ['I7', 'an upload in parts of another type', saying({ mime_type: 'audio/mpeg' }, 1, uploadInParts)],
  ['I7', 'an artifact that is shown with another expiry', shown((file) => (file.expiresAt = LATE))],
  ['I7', 'an artifact that is shown with another time', shown((file) => (file.createdAt = LATE))],
  ['I7', 'an artifact that is shown with another size', shown((file) => (file.sizeBytes = 4))],
  ['I7', 'an artifact that is shown with another digest', shown((file) => (file.sha256 = 'abd'))],
  ['I7', 'an artifact that is shown with another type', shown((file) => (file.mimeType = 'image/webp'))],
  ['I7', 'an artifact that is shown with a length', shown((file) => (file.durationSeconds = 2))],
  ['I7', 'an artifact that is not shown', ({ replies }) => replies.shown[0]!.artifacts.pop()],
  [
    'I7',
    'an artifact that is shown twice',
    ({ replies }) => replies.shown[0]!.artifacts.push(replies.shown[0]!.artifacts[0]!),
  ],
  [
    'I7',
    'an artifact that is shown with a failure',
    ({ replies }) => replies.shown[1]!.artifacts.push(...replies.shown[0]!.artifacts.splice(0)),
  ],
  ['I7', 'an upload that its response describes with another digest', told((file) => (file.sha256 = 'two'))],
  ['I7', 'an upload that its response describes with another expiry', told((file) => (file.expiresAt = LATE))],
  ['I7', 'an upload that its response describes with another size', told((file) => (file.sizeBytes = 9))],
  [
    'I7',
    'an upload that its response does not describe',
    (evidence) => (useAnAddress(evidence), delete evidence.client.find(({ file }) => file !== undefined)!.file),
  ],
  [
    'I7',
    'an upload in parts that its response describes with another length',
    told((file) => (file.durationSeconds = 401), uploadInParts),
  ],
  [
    'I7',
    'an upload that nobody sent',
    (evidence) => (
      useAnAddress(evidence),
      evidence.client.forEach((line) => line.bytes?.sha256 === 'one' && (line.bytes.sha256 = 'three'))
    ),
  ],
  ['I7', 'a download of another type', ({ replies }) => (replies.addresses[0]!.mimeType = 'text/html')],
  ['I7', 'a download of other length', ({ replies }) => (replies.addresses[0]!.sizeBytes = 4)],
  ['I7', 'a download address that is valid for an hour', ({ replies }) => (replies.addresses[0]!.validMs = 3_600_000)],
  ['I7', 'a download address that has ended', ({ replies }) => (replies.addresses[0]!.validMs = 0)],
];
