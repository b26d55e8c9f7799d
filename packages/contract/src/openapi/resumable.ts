/** Uploads by tus 1.0.0, whose methods, codes and headers are not those of the contract's routes: from the protocol's own table. */
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
  'Tus-Resumable': { description: `The version of the protocol: \`${TUS.version}\`.`, schema: text(20) },
  'Upload-Length': { description: 'Of the whole file, in bytes: above 12 MiB.', schema: bytes },
  'Upload-Metadata': {
    description: '`filetype` and the type of the file in base64, as `filetype dmlkZW8vbXA0`.',
    schema: text(2000),
  },
  'Upload-Offset': { description: 'Where these bytes begin.', schema: bytes },
};

const RESPONSE_HEADERS = {
  'Farebox-File-Id': { description: 'The file, once all bytes have come.', schema: text(64) },
  'Tus-Extension': { description: `\`${TUS.extensions.join(',')}\`.`, schema: text(200) },
  'Tus-Max-Size': { description: 'Of the largest file, in bytes.', schema: bytes },
  'Tus-Version': { description: `\`${TUS.version}\`.`, schema: text(20) },
  'Upload-Expires': { description: 'When an unfinished upload ends, as an HTTP date.', schema: text(40) },
  'Upload-Length': { description: 'Bytes of the whole file.', schema: bytes },
  'Upload-Offset': { description: 'Bytes that have come.', schema: bytes },
  Location: {
    description: 'Where the bytes are sent. Whoever has it needs no key: it is a secret.',
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

const BEGUN: Readonly<Record<string, Operation>> = {
  options: {
    name: 'describeResumableUploads',
    summary: 'What uploads in parts can do here',
    description:
      'The protocol, told to its clients. A browser that asks for a page of another origin is answered as CORS has it.',
    requests: [],
    success: {
      http: 204,
      description: 'It is told by headers.',
      headers: ['Tus-Version', 'Tus-Extension', 'Tus-Max-Size'],
    },
    errors: [],
  },
  post: {
    name: 'createResumableUpload',
    summary: 'Begin an upload in parts',
    description:
      'For files above 12 MiB, by tus 1.0.0 (creation, expiration, termination). The length counts to what the project keeps from now on; the upload ends after 24 hours, or with the key that began it.',
    requests: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata'],
    success: { http: 201, description: 'It has begun.', headers: ['Location', ...KEPT] },
    errors: [
      'tus_version_unsupported',
      'upload_too_large',
      'upload_media_type',
      'too_many_open_uploads',
      'storage_quota_reached',
    ],
  },
};

const ONE: Readonly<Record<string, Operation>> = {
  get: {
    name: 'readResumableUpload',
    summary: 'Read an upload in parts',
    description: 'The same as `HEAD`, as JSON.',
    requests: [],
    success: { http: 200, description: 'How far it has come.', headers: [] },
    errors: ['upload_not_found', ...FINISHING],
  },
  head: {
    name: 'findUploadOffset',
    summary: 'Where an upload goes on',
    description: 'Asked after a connection broke. Finishes an upload whose bytes have all come.',
    requests: ['Tus-Resumable'],
    success: {
      http: 200,
      description: 'How far it has come.',
      headers: ['Upload-Length', 'Farebox-File-Id', ...KEPT],
    },
    errors: [...OF_ONE, ...FINISHING],
  },
  patch: {
    name: 'appendToUpload',
    summary: 'Send bytes of an upload',
    description:
      'The bytes from `Upload-Offset` on, as many as you like. What came before a connection broke is kept. The answer to the last ones names the file.',
    requests: ['Tus-Resumable', 'Upload-Offset'],
    success: { http: 204, description: 'They are kept.', headers: ['Farebox-File-Id', ...KEPT] },
    errors: [...OF_ONE, ...FINISHING, 'upload_offset_conflict', 'upload_too_large', 'upload_media_type'],
  },
  delete: {
    name: 'endUpload',
    summary: 'End an upload in parts',
    description: 'Its bytes are removed, and count no more. A file that it became stays.',
    requests: ['Tus-Resumable'],
    success: { http: 204, description: 'It has ended.', headers: [] },
    errors: [...OF_ONE],
  },
};

const ADDRESS = {
  name: 'address',
  in: 'path',
  required: true,
  description: 'As it stands in `Location`.',
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
  const rights = `Scope: \`${TUS.scope}\`.${isOne ? ' No key is needed: the address is the permission. It is a secret while it lives: never log it.' : ''}`;
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
    tags: ['Tools'],
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
