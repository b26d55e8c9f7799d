/** Files to work on. Inside of a call only small ones fit; larger ones a host uploads by HTTP with the same key, or from the disk over stdio. */
import type { File } from '@tollgate/contract';
import { LIMITS, UPLOAD_MIME_TYPES } from '@tollgate/contract';
import { Type } from 'typebox';
import { success } from '../result.ts';
import { closed, mcpTool } from './tool.ts';

export const uploadOutput = Type.Object({
  fileId: Type.String({ description: 'Pass {"fileId": …} where a tool takes a file.' }),
  mimeType: Type.String(),
  sizeBytes: Type.Integer(),
  sha256: Type.String(),
  expiresAt: Type.String(),
});
export const UPLOAD_HINTS = { readOnlyHint: false, destructiveHint: false, idempotentHint: true };

export const uploaded = ({ id: fileId, mimeType, sizeBytes, sha256, expiresAt }: File) =>
  success({ fileId, mimeType, sizeBytes, sha256, expiresAt });

/** Leaves room for the rest of the call. */
const DATA_CHARACTERS_MAX = LIMITS.jsonBodyBytes - 2_048;

export const uploadFile = mcpTool({
  name: 'upload_file',
  title: 'Upload a small file',
  description:
    'Stores a file of at most 46 KiB privately in the project, free, for 30 days. The same content is the same file. Larger ones, up to 12 MiB: have the person upload them with ' +
    'POST /tools/upload and the same key, or run `tollgate mcp`, which uploads from the disk.',
  input: closed({
    mimeType: Type.Enum([...UPLOAD_MIME_TYPES]),
    data: Type.String({ minLength: 4, maxLength: DATA_CHARACTERS_MAX, description: 'Base64 with padding.' }),
  }),
  output: uploadOutput,
  hints: UPLOAD_HINTS,
  run: async (body, { api }) => uploaded(await api.call<File>('uploadFile', { body })),
});
