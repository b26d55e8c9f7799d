/**
 * Uploads that go on where they were broken off, by tus 1.0.0. Its methods, codes and headers are those of that protocol, not of this contract's table, so
 * they stand beside ROUTES; what is refused by rule has the contract's envelope and words.
 */
export const TUS = {
  version: '1.0.0',
  extensions: ['creation', 'expiration', 'termination'],
  path: '/resumable-uploads',
  /** Above 12 MiB a file comes in parts; pictures are looked at whole, so they never do. */
  mimeTypes: ['audio/wav', 'audio/mpeg', 'video/mp4'],
  scope: 'tools:execute',
  /** What pages send and read besides the headers of the API. */
  requestHeaders: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset'],
  responseHeaders: [
    'Tollgate-File-Id',
    'Tus-Extension',
    'Tus-Max-Size',
    'Tus-Resumable',
    'Tus-Version',
    'Upload-Expires',
    'Upload-Length',
    'Upload-Offset',
  ],
} as const;

/** What the protocol refuses with codes of its own. `message` is the stable reason, `advice` what the client should do. */
export const TUS_ERRORS = {
  upload_not_found: {
    http: 404,
    status: 'NOT_FOUND',
    advice: 'It is over, was ended, or was never there: begin again.',
  },
  upload_offset_conflict: { http: 409, status: 'ABORTED', advice: 'Ask for the offset (HEAD) and go on there.' },
  tus_version_unsupported: { http: 412, status: 'FAILED_PRECONDITION', advice: 'Send Tus-Resumable: 1.0.0.' },
  upload_too_large: {
    http: 413,
    status: 'INVALID_ARGUMENT',
    advice: 'Keep within Tus-Max-Size, and within the length that was told.',
  },
  upload_media_type: {
    http: 415,
    status: 'INVALID_ARGUMENT',
    advice: 'Begin with audio/wav, audio/mpeg or video/mp4, and send parts as application/offset+octet-stream.',
  },
  too_many_open_uploads: {
    http: 429,
    status: 'RESOURCE_EXHAUSTED',
    advice: 'A project has eight open at most: finish or end one first.',
  },
} as const;
export type TusErrorName = keyof typeof TUS_ERRORS;
