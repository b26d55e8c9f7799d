/** Free routes: catalog, quotes and uploads. */
import { Catalog, File, Quote, QuoteRequest, UploadRequest } from '../schemas/index.ts';
import type { Route } from './route.ts';

/** A complete PNG, so that the example request succeeds unchanged. */
const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP438AAAAQBAYDFKhhdAAAAAElFTkSuQmCC';

export const catalogRoutes = {
  getCatalog: {
    method: 'GET',
    path: '/tools',
    scope: 'tools:read',
    summary: 'List tools and prices',
    description:
      'Returns every tool with its input schema, an example, its models, availability and price. All prices belong to one price version.',
    successes: { 200: { description: 'The catalog.', schema: Catalog } },
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
      'Stores a private file in the project: JPEG, PNG, WAV, MP3 or MP4, at most 12 MiB. Uploading the same bytes again returns the same file, which stays retrievable for 30 days after the first upload.',
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
