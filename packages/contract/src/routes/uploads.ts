/** Uploads from a URL, and uploads without a key: a request with a key creates an upload URL, and any client that has the URL can send the file. */
import { Type } from 'typebox';
import { File, UploadFromUrlRequest, UploadUrl, UploadUrlRequest } from '../schemas/index.ts';
import { ADDRESS_CHARACTERS_MAX, type Route, type SignedRoute } from './route.ts';

export const uploadRoutes = {
  uploadFromUrl: {
    method: 'POST',
    path: '/tools/upload-from-url',
    scope: 'tools:execute',
    summary: 'Upload a file from a URL',
    description:
      'The service fetches the file once, from a public address over https, and stores it like an upload: the same types, checks, limits and response. The URL must answer a `GET` without cookies with the status 200 and the file, within 30 seconds. `details.reason` of `url_not_fetched` is `not_https`, `unreachable`, `http_status` (with `httpStatus`; a redirect is one of them), `too_large` (with `bytesMax`) or `timed_out`. A failed upload stores nothing.',
    body: {
      kind: 'json',
      schema: UploadFromUrlRequest,
      example: { url: 'https://files.example.com/photo.jpg', mimeType: 'image/jpeg' },
    },
    successes: { 200: { description: 'The file.', schema: File } },
    errors: [
      'invalid_json',
      'request_too_large',
      'url_not_fetched',
      'file_content_mismatch',
      'unsupported_media_type',
      'project_permission_required',
      'storage_quota_reached',
    ],
  },
  createUploadUrl: {
    method: 'POST',
    path: '/tools/upload-urls',
    scope: 'tools:execute',
    summary: 'Create an upload URL',
    description:
      'For uploads from browsers: your server creates the URL, and the page sends the file with `fetch(uploadUrl, { method, headers, body: file })`. The page receives the same response as an upload with a key. The URL accepts one file of the given type and size, once, for at most 15 minutes. It reveals neither the key nor the project, and becomes invalid with the key.',
    body: { kind: 'json', schema: UploadUrlRequest, example: { mimeType: 'image/png', sizeBytesMax: 1_048_576 } },
    successes: { 200: { description: 'The upload URL.', schema: UploadUrl } },
    errors: ['invalid_json', 'request_too_large', 'unsupported_media_type', 'project_permission_required'],
  },
} as const satisfies Readonly<Record<string, Route>>;

export const signedUploadRoutes = {
  putUpload: {
    method: 'PUT',
    path: '/uploads/{address}',
    summary: 'Upload a file to an upload URL',
    description:
      'Send the bytes of the file as the body, to a URL from `createUploadUrl`. `Content-Type` must be the type of the upload URL or `application/octet-stream`. A failed upload does not use up the URL: send the file again until the URL expires.',
    params: {
      address: Type.String({ maxLength: ADDRESS_CHARACTERS_MAX, description: 'The last segment of `uploadUrl`.' }),
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
