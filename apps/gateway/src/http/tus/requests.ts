/** Handles the requests of tus 1.0.0, once the project is known. */
import type { IncomingMessage } from 'node:http';
import { invalidRequest, LIMITS, TUS } from '@farebox/contract';
import type { ResumableUpload } from '@farebox/files';
import type { Identity } from '@farebox/identity';
import type { Dependencies } from '../../endpoint/dependencies.ts';
import { checkStore } from '../../upload/receive.ts';
import { receiveParts, type ReceivingParts } from '../../upload/receive-parts.ts';
import { arriving, UPLOAD_RATE } from '../arriving.ts';
import { isPlain, mediaTypeOf } from '../content-type.ts';
import { announcedBytes, header, type HeaderName } from '../header.ts';
import { TusError, type TusReply } from './responses.ts';

export interface Asked {
  readonly request: IncomingMessage;
  readonly identity: Identity;
  /** Id of the upload; null if the path names none or if it does not exist. */
  readonly id: string | null;
}

export type Needs = ReceivingParts & Pick<Dependencies, 'storageQuota'>;

export type Handle = (needs: Needs, asked: Asked) => Promise<TusReply>;

export const describe: Handle = async ({ resumable }) => ({
  http: 204,
  headers: {
    'Tus-Version': TUS.version,
    'Tus-Extension': TUS.extensions.join(','),
    'Tus-Max-Size': String(resumable.bytesMax),
  },
});

export const create: Handle = async (needs, { request, identity }) => {
  const { resumable, storageQuota } = needs;
  const sizeBytes = numberIn(request, 'upload-length');
  if (sizeBytes > resumable.bytesMax) throw new TusError('upload_too_large', { bytesMax: resumable.bytesMax });
  if (sizeBytes <= LIMITS.uploadFileBytes)
    throw invalidRequest({ 'header:upload-length': 'is within 12 MiB: send the file to /tools/upload' });
  const mimeType = TUS.mimeTypes.find((known) => known === typeIn(header(request, 'upload-metadata') ?? ''));
  if (mimeType === undefined) throw new TusError('upload_media_type', { allowed: TUS.mimeTypes });
  await checkStore(needs);
  const upload = await resumable.open({ projectId: identity.project.id, mimeType, sizeBytes }, storageQuota);
  if (upload === null) throw new TusError('too_many_open_uploads');
  return {
    http: 201,
    headers: {
      Location: resumable.urlOf({ uploadId: upload.id, keyPublicId: identity.key.publicId }),
      ...headersOf(upload),
    },
  };
};

/** Reads `filetype` from `Upload-Metadata`: names and base64, as `filename bmFtZQ==,filetype YXVkaW8vd2F2`. */
function typeIn(metadata: string): string {
  const pair = metadata.split(',').map((each) => each.trim().split(' '));
  return Buffer.from(pair.find(([name]) => name === 'filetype')?.[1] ?? '', 'base64').toString();
}

/** Reads a number of bytes from a header of the protocol. */
function numberIn(request: IncomingMessage, name: HeaderName): number {
  const text = header(request, name) ?? '';
  if (!/^(0|[1-9][0-9]{0,14})$/.test(text)) throw invalidRequest({ [`header:${name}`]: 'must be a number of bytes' });
  return Number(text);
}

export const look: Handle = async (needs, asked) => {
  const upload = await finishedIfWhole(needs, asked, await uploadOf(needs, asked));
  return { http: 200, headers: { 'Upload-Length': String(upload.sizeBytes), ...headersOf(upload) } };
};

export const read: Handle = async (needs, asked) => {
  const upload = await finishedIfWhole(needs, asked, await uploadOf(needs, asked));
  const { id, mimeType, sizeBytes, offset, expiresAt } = upload;
  const file = await needs.resumable.fileOf(upload);
  return {
    http: 200,
    data: {
      id,
      mimeType,
      sizeBytes,
      receivedBytes: offset,
      expiresAt: expiresAt.toISOString(),
      ...(file === null ? {} : { file }),
    },
  };
};

const OFFSET_TYPE = 'application/offset+octet-stream';

export const append: Handle = async (needs, asked) => {
  const { request, identity } = asked;
  if (mediaTypeOf(request) !== OFFSET_TYPE || !isPlain(request))
    throw new TusError('upload_media_type', { allowed: [OFFSET_TYPE] });
  const offset = numberIn(request, 'upload-offset');
  const upload = await uploadOf(needs, asked);
  if (offset !== upload.offset) throw new TusError('upload_offset_conflict', { offset: upload.offset });
  if ((announcedBytes(request) ?? 0) > upload.sizeBytes - offset)
    throw new TusError('upload_too_large', { bytesMax: upload.sizeBytes - offset });
  const body = arriving(request, UPLOAD_RATE);
  const next = await receiveParts(needs, { identity, upload, body });
  if (next === null) throw new TusError('upload_offset_conflict');
  return { http: 204, headers: headersOf(await finishedIfWhole(needs, asked, { ...upload, offset: next })) };
};

export const remove: Handle = async (needs, asked) => {
  const upload = await uploadOf(needs, asked);
  // If this fails, the collector of unreferenced objects removes them later.
  void needs.artifacts.remove(await needs.resumable.remove(upload)).catch(() => {});
  return { http: 204 };
};

async function uploadOf({ resumable }: Needs, { identity, id }: Asked): Promise<ResumableUpload> {
  const upload = id === null ? null : await resumable.find({ projectId: identity.project.id, id });
  if (upload === null) throw new TusError('upload_not_found');
  return upload;
}

/** Throws `file_content_mismatch`, which also ends the upload. */
async function finishedIfWhole(
  { resumable }: Needs,
  { identity }: Asked,
  upload: ResumableUpload,
): Promise<ResumableUpload> {
  if (upload.offset < upload.sizeBytes || upload.fileId !== null) return upload;
  const fileId = await resumable.toFile(upload, identity.organization.id);
  if (fileId === null) throw new TusError('upload_not_found');
  return { ...upload, fileId };
}

const headersOf = ({ offset, expiresAt, fileId }: ResumableUpload): Readonly<Record<string, string>> => ({
  'Upload-Offset': String(offset),
  'Upload-Expires': expiresAt.toUTCString(),
  ...(fileId === null ? {} : { 'Farebox-File-Id': fileId }),
});
