/** OpenAPI operations of resumable uploads. Methods, codes and headers are those of tus 1.0.0 and not of the contract's route table. */
import { ERRORS, type ErrorMessage } from '../errors.ts';
import { TUS, TUS_ERRORS, type TusErrorName } from '../routes/resumable.ts';
import { ResumableUpload, success } from '../schemas/index.ts';
import { recordedFor } from './examples.ts';
import { headersOf } from './headers.ts';
import type { References } from './references.ts';
import { errorsOf } from './responses.ts';

interface Operation {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly requests: readonly (keyof typeof REQUEST_HEADERS)[];
  readonly success: {
    readonly http: 200 | 201 | 204;
    readonly description: string;
    readonly headers: readonly (keyof typeof RESPONSE_HEADERS)[];
  };
  readonly errors: readonly (ErrorMessage | TusErrorName)[];
}

const bytes = { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const text = (maxLength: number) => ({ type: 'string', maxLength }) as const;

const REQUEST_HEADERS: Readonly<Record<(typeof TUS.requestHeaders)[number], object>> = {
  'Tus-Resumable': { description: `The protocol version: \`${TUS.version}\`.`, schema: text(20) },
  'Upload-Length': { description: 'The size of the whole file in bytes; above 12 MiB.', schema: bytes },
  'Upload-Metadata': {
    description: '`filetype` and the MIME type in base64, for example `filetype dmlkZW8vbXA0`.',
    schema: text(2000),
  },
  'Upload-Offset': { description: 'The offset of the first byte of this request.', schema: bytes },
};

const RESPONSE_HEADERS = {
  'Farebox-File-Id': { description: 'The id of the file, once the upload is complete.', schema: text(64) },
  'Tus-Extension': { description: `\`${TUS.extensions.join(',')}\`.`, schema: text(200) },
  'Tus-Max-Size': { description: 'The maximum file size in bytes.', schema: bytes },
  'Tus-Version': { description: `\`${TUS.version}\`.`, schema: text(20) },
  'Upload-Expires': { description: 'When an unfinished upload expires, as an HTTP date.', schema: text(40) },
  'Upload-Length': { description: 'The size of the whole file in bytes.', schema: bytes },
  'Upload-Offset': { description: 'The number of bytes received so far.', schema: bytes },
  Location: {
    description: 'The URL of the upload. A client that has the URL needs no key: treat it as a secret.',
    schema: { type: 'string', format: 'uri', maxLength: 4000 },
  },
};

const KEPT = ['Upload-Expires', 'Upload-Offset'] as const;
const OF_ONE = ['upload_not_found', 'tus_version_unsupported'] as const;
const FINISHING = ['file_content_mismatch', 'storage_quota_reached'] as const;
const ALWAYS = [
  'invalid_request',
  'invalid_api_key',
  'platform_api_key_scope_required',
  'project_permission_required',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
] as const;

const BEGUN = {
  options: {
    name: 'describeResumableUploads',
    summary: 'Read the capabilities of resumable uploads',
    description:
      'Returns the tus version, extensions and maximum size as headers. A CORS preflight request from a browser is answered by the CORS rules.',
    requests: [],
    success: {
      http: 204,
      description: 'The capabilities are in the headers.',
      headers: ['Tus-Version', 'Tus-Extension', 'Tus-Max-Size'],
    },
    errors: [],
  },
  post: {
    name: 'createResumableUpload',
    summary: 'Create a resumable upload',
    description:
      'For files above 12 MiB, with tus 1.0.0 (creation, expiration, termination). Any request of tus may be sent as `POST` with its method in `X-HTTP-Method-Override`. The declared length counts against the storage quota of the project from now on. The upload expires after 24 hours, or with the key that created it.',
    requests: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata'],
    success: { http: 201, description: 'The upload was created.', headers: ['Location', ...KEPT] },
    errors: [
      'tus_version_unsupported',
      'upload_too_large',
      'upload_media_type',
      'too_many_open_uploads',
      'storage_quota_reached',
    ],
  },
} as const satisfies Readonly<Record<string, Operation>>;

const ONE = {
  get: {
    name: 'readResumableUpload',
    summary: 'Read a resumable upload',
    description: 'Returns the same information as `HEAD`, as JSON.',
    requests: [],
    success: { http: 200, description: 'The progress of the upload.', headers: [] },
    errors: ['upload_not_found', ...FINISHING],
  },
  head: {
    name: 'findUploadOffset',
    summary: 'Read the offset of a resumable upload',
    description:
      'Use it after a lost connection to learn where to continue. If all bytes have arrived, it also completes the upload.',
    requests: ['Tus-Resumable'],
    success: {
      http: 200,
      description: 'The progress of the upload.',
      headers: ['Upload-Length', 'Farebox-File-Id', ...KEPT],
    },
    errors: [...OF_ONE, ...FINISHING],
  },
  patch: {
    name: 'appendToUpload',
    summary: 'Append bytes to a resumable upload',
    description:
      'Send any number of bytes, beginning at `Upload-Offset`. If the connection breaks, the bytes that arrived are kept. The response to the last bytes names the file.',
    requests: ['Tus-Resumable', 'Upload-Offset'],
    success: { http: 204, description: 'The bytes are stored.', headers: ['Farebox-File-Id', ...KEPT] },
    errors: [...OF_ONE, ...FINISHING, 'upload_offset_conflict', 'upload_too_large', 'upload_media_type'],
  },
  delete: {
    name: 'endUpload',
    summary: 'End a resumable upload',
    description:
      'Deletes the bytes of an unfinished upload, which then no longer count against the storage quota. A file that the upload has produced remains.',
    requests: ['Tus-Resumable'],
    success: { http: 204, description: 'The upload has ended.', headers: [] },
    errors: [...OF_ONE],
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type ResumableOperation = (typeof BEGUN)[keyof typeof BEGUN]['name'] | (typeof ONE)[keyof typeof ONE]['name'];

const ADDRESS = {
  name: 'address',
  in: 'path',
  required: true,
  description: 'The last segment of `Location`.',
  schema: text(1_600),
};

export const resumablePaths = (references: References): Readonly<Record<string, unknown>> => ({
  [TUS.path]: Object.fromEntries(
    Object.entries(BEGUN).map(([method, each]) => [method, operation(each, [], references)]),
  ),
  [`${TUS.path}/{address}`]: Object.fromEntries(
    Object.entries(ONE).map(([method, each]) => [method, operation(each, [ADDRESS], references)]),
  ),
});

function operation(described: Operation, path: readonly object[], { refer }: References): unknown {
  const { name, summary, description, requests } = described;
  const isOne = path.length > 0;
  const rights = `Scope: \`${TUS.scope}\`.${isOne ? ' No key is needed: the URL is the permission. Treat the URL as a secret until it expires, and never log it.' : ''}`;
  const headers = requests.map((header) => ({
    name: header,
    in: 'header',
    required: true,
    ...REQUEST_HEADERS[header],
  }));
  return {
    operationId: name,
    summary,
    description: `${description}\n\n${rights}`,
    tags: ['Uploads'],
    security: isOne ? [{ apiKey: [] }, {}] : [{ apiKey: [] }],
    parameters: [...path, ...headers],
    ...(name === 'appendToUpload' ? { requestBody: BYTES } : {}),
    responses: {
      ...successOf(described, refer),
      ...errorsOf(name, { messages: [...described.errors, ...ALWAYS], of: { ...ERRORS, ...TUS_ERRORS } }, refer),
    },
  };
}

const BYTES = {
  required: true,
  content: { 'application/offset+octet-stream': { schema: { contentMediaType: 'application/octet-stream' } } },
};

function successOf({ name, success: { http, description, headers } }: Operation, refer: References['refer']) {
  const own = Object.fromEntries(headers.map((header) => [header, RESPONSE_HEADERS[header]]));
  const common = headersOf(['Cache-Control', 'X-Request-Id', 'RateLimit-Policy', 'RateLimit']);
  const content = { 'application/json': { schema: refer(success(ResumableUpload)), ...recordedFor(name, '200') } };
  return {
    [http]: { description, headers: { ...common, ...own }, ...(name === 'readResumableUpload' ? { content } : {}) },
  };
}
