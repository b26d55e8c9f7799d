/** Uploads over MCP. A tool call can carry only small files; for larger ones the tool returns an upload URL, or the stdio server reads them from disk. */
import type { File, UploadUrl } from '@farebox/contract';
import { LIMITS, UPLOAD_MIME_TYPES } from '@farebox/contract';
import { type Static, Type } from 'typebox';
import type { Api } from '../api.ts';
import { failure, success } from '../result.ts';
import { closed, mcpTool } from './tool.ts';

export const UPLOAD_HINTS = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };

export const uploaded = ({ id: fileId, mimeType, sizeBytes, sha256, expiresAt }: File) =>
  success({
    fileId,
    mimeType,
    sizeBytes,
    sha256,
    expiresAt,
    next: 'Pass {"fileId": …} as the file argument of a tool.',
  });

/** Reserves 2,048 characters for the rest of the request. */
const DATA_CHARACTERS_MAX = LIMITS.jsonBodyBytes - 2_048;
const KIB = 1024;
const DATA_KIB = Math.floor((DATA_CHARACTERS_MAX * 3) / 4 / KIB);
const FILE_MIB = LIMITS.uploadFileBytes / KIB / KIB;

const UploadInput = closed({
  mimeType: Type.Enum([...UPLOAD_MIME_TYPES]),
  data: Type.Optional(
    Type.String({
      minLength: 4,
      maxLength: DATA_CHARACTERS_MAX,
      description: `The file in base64 with padding, at most ${DATA_KIB} KiB. Omit it to get an upload URL.`,
    }),
  ),
  sizeBytes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.uploadFileBytes,
      description: `Only without data: the exact size of the file in bytes. Default: any size up to ${FILE_MIB} MiB.`,
    }),
  ),
});

export const uploadFile = mcpTool({
  name: 'upload_file',
  title: 'Upload a file',
  description:
    `Stores a file of at most ${FILE_MIB} MiB privately in the project for ${LIMITS.retentionDays} days. Free; uploading the same content again returns the same file. Pass up to ${DATA_KIB} KiB as data. ` +
    `Without data, the tool returns an uploadUrl that accepts the file once by PUT, within ${LIMITS.uploadUrlSeconds / 60} minutes and without the key; the response to that PUT has the fileId as data.id.`,
  input: UploadInput,
  hints: UPLOAD_HINTS,
  async run({ data, ...file }, { api }) {
    if (data === undefined) return addressFor(file, api);
    if (file.sizeBytes === undefined)
      return uploaded(await api.call<File>('uploadFile', { body: { mimeType: file.mimeType, data } }));
    const fields = { '/sizeBytes': 'is only for upload URLs: omit it, or omit data' };
    const advice = 'Nothing was stored. Pass data, or sizeBytes, not both.';
    return failure({ message: 'invalid_tool_arguments', advice, details: { fields } });
  },
});

async function addressFor({ mimeType, sizeBytes }: Omit<Static<typeof UploadInput>, 'data'>, api: Api) {
  const size = sizeBytes === undefined ? { sizeBytesMax: LIMITS.uploadFileBytes } : { sizeBytes };
  const address = await api.call<UploadUrl>('createUploadUrl', { body: { mimeType, ...size } });
  const next =
    `Send the bytes of the file before expiresAt, without a key: curl -sS -X ${address.method} -H 'Content-Type: ${mimeType}' --data-binary @FILE '<uploadUrl>'. ` +
    'The response is {"data": {"id": …}}: that id is the fileId. If the response was lost, send the file again: the error upload_url_used then has the id of the stored file in error.details.fileId.';
  return success({ mimeType, ...address, next });
}
