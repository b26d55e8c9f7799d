/** Free routes: the catalog, quotes, and uploads. */
import { Catalog, File, Quote, QuoteRequest, UploadRequest } from '../schemas/index.ts';
import type { Route } from './route.ts';

/** A whole PNG, so that the example runs as it stands. */
const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP438AAAAQBAYDFKhhdAAAAAElFTkSuQmCC';

export const catalogRoutes = {
  getCatalog: {
    method: 'GET',
    path: '/tools',
    scope: 'tools:read',
    summary: 'Catalog',
    description: 'All tools with input schema, example, models, availability and price, under one pricing version.',
    successes: { 200: { description: 'The catalog.', schema: Catalog } },
    errors: [],
  },
  createQuote: {
    method: 'POST',
    path: '/tools/quote',
    scope: 'tools:read',
    summary: 'Free, binding quote',
    description: 'Says the most that this input can cost. Does no processing, reserves nothing, costs nothing.',
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
    summary: 'Store a file privately in the project',
    description:
      'Takes JPEG, PNG, WAV, MP3 or MP4 up to 12 MiB. The same bytes give the same file, retrievable for 30 days from the first upload.',
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
