/** Free routes: catalog, quotes and uploads. */
import { Type } from 'typebox';
import { CatalogOrExcerpt, CatalogQuery, File, Quote, QuoteRequest, UploadRequest } from '../schemas/index.ts';
import type { Route } from './route.ts';

/** A complete PNG, so that the example request succeeds unchanged. */
const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP438AAAAQBAYDFKhhdAAAAAElFTkSuQmCC';

const validators = {
  ETag: 'Identifies this content in this content coding. Send it as `If-None-Match`.',
  Vary: 'Contains `Accept-Encoding`, because the content coding depends on it.',
};

export const catalogRoutes = {
  getCatalog: {
    method: 'GET',
    path: '/tools',
    scope: 'tools:read',
    summary: 'List tools and prices',
    description:
      'Returns every tool with its input schema, an example, its models, availability and price. All prices belong to one price version. The catalog changes rarely: keep it with its `ETag`, and send the tag as `If-None-Match` to learn whether it is still current.',
    query: CatalogQuery,
    optionalHeaders: {
      'Accept-Encoding': Type.String({
        maxLength: 256,
        examples: ['br, gzip'],
        description: 'The content codings that you can decode: `br` and `gzip` are supported. Default: none.',
      }),
      'If-None-Match': Type.String({
        maxLength: 1_024,
        examples: ['"mvoX3XOfWgK-0Xb6F8Xg5Q-gzip"'],
        description: 'The `ETag` of the catalog that you have. If it is still current, the response is 304.',
      }),
    },
    successes: {
      200: {
        description: 'The catalog.',
        schema: CatalogOrExcerpt,
        headers: {
          ...validators,
          'Content-Encoding': 'The content coding of the body. Absent if it is not compressed.',
        },
      },
      304: {
        description: 'The catalog that you have is still current. The response has no body.',
        headers: validators,
      },
    },
    errors: [],
  },
  createQuote: {
    method: 'POST',
    path: '/tools/quote',
    scope: 'tools:read',
    summary: 'Quote an execution for free',
    description:
      'Returns the most that this input can cost. The quote is binding and free; it processes and reserves nothing.',
    body: { kind: 'json', schema: QuoteRequest },
    successes: { 200: { description: 'The quote.', schema: Quote } },
    errors: [
      'invalid_json',
      'request_too_large',
      'unsupported_media_type',
      'tool_not_found',
      'invalid_arguments',
      'too_many_steps',
      'file_not_usable',
    ],
  },
  uploadFile: {
    method: 'POST',
    path: '/tools/upload',
    scope: 'tools:execute',
    summary: 'Upload a file',
    description:
      'Stores a private file in the project: JPEG, PNG, WebP, AVIF, WAV, MP3, M4A or MP4, at most 12 MiB. Uploading the same bytes again returns the same file, which stays retrievable for 30 days after the first upload.',
    body: { kind: 'upload', schema: UploadRequest, example: { mimeType: 'image/png', data: ONE_PIXEL } },
    successes: { 200: { description: 'The file.', schema: File } },
    errors: [
      'invalid_json',
      'request_too_large',
      'file_too_large',
      'file_content_mismatch',
      'unsupported_media_type',
      'project_permission_required',
      'storage_quota_reached',
    ],
  },
} as const satisfies Readonly<Record<string, Route>>;
