/** Uploads without a key: a key makes the address, whoever has the address sends the file. */
import { Type } from 'typebox';
import { File, UploadUrl, UploadUrlRequest } from '../schemas/index.ts';
import type { Route, SignedRoute } from './route.ts';

/** Sealed, it has some 400. */
const ADDRESS_CHARACTERS_MAX = 1_600;

export const uploadRoutes = {
  createUploadUrl: {
    method: 'POST',
    path: '/tools/upload-urls',
    scope: 'tools:execute',
    summary: 'Address for one upload without a key',
    description:
      'For browsers: your server asks, the page sends the file by `fetch(uploadUrl, { method, headers, body: file })`, and has the same answer as an upload by key. The address takes one file of that type and size, once, within 15 minutes at most; it says nothing of key or project, and ends with the key.',
    body: { kind: 'json', schema: UploadUrlRequest, example: { mimeType: 'image/png', sizeBytesMax: 1_048_576 } },
    successes: { 200: { description: 'The address.', schema: UploadUrl } },
    errors: ['invalid_json', 'request_too_large', 'unsupported_media_type', 'project_permission_required'],
  },
} as const satisfies Readonly<Record<string, Route>>;

export const SIGNED_ROUTES = {
  putUpload: {
    method: 'PUT',
    path: '/uploads/{address}',
    summary: 'Store a file by an address',
    description:
      'The bytes of the file as they are, by an address of `createUploadUrl`; any `Content-Type` but the type of the address or `application/octet-stream` is refused. What fails uses nothing up: send it again until the address ends.',
    params: {
      address: Type.String({ maxLength: ADDRESS_CHARACTERS_MAX, description: 'As it stands in `uploadUrl`.' }),
    },
    body: {
      kind: 'bytes',
      schema: Type.Unsafe<unknown>({ contentMediaType: 'application/octet-stream', description: 'The file.' }),
    },
    successes: { 200: { description: 'The file.', schema: File } },
    errors: [
      'file_too_large',
      'file_content_mismatch',
      'unsupported_media_type',
      'platform_api_key_scope_required',
      'project_permission_required',
      'upload_url_not_usable',
      'upload_url_used',
      'storage_quota_reached',
    ],
  },
} as const satisfies Readonly<Record<string, SignedRoute>>;
