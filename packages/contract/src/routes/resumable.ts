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
    'Farebox-File-Id',
    'Tus-Extension',
    'Tus-Max-Size',
    'Tus-Resumable',
    'Tus-Version',
    'Upload-Expires',
    'Upload-Length',
    'Upload-Offset',
  ],
} as const;

/** Sent again as it is, none of them would succeed. */
const tusError = <H extends number, S extends string>(http: H, status: S, advice: string) => ({
  http,
  status,
  advice,
  retryable: false,
});

/** What the protocol refuses with codes of its own. `message` is the stable reason, `advice` what the client should do. */
export const TUS_ERRORS = {
  upload_not_found: tusError(404, 'NOT_FOUND', 'It is over, was ended, or was never there: begin again.'),
  upload_offset_conflict: tusError(409, 'ABORTED', 'Ask for the offset (HEAD) and go on there.'),
  tus_version_unsupported: tusError(412, 'FAILED_PRECONDITION', 'Send Tus-Resumable: 1.0.0.'),
  upload_too_large: tusError(413, 'INVALID_ARGUMENT', 'Keep within Tus-Max-Size, and within the length that was told.'),
  upload_media_type: tusError(
    415,
    'INVALID_ARGUMENT',
    'Begin with audio/wav, audio/mpeg or video/mp4, and send parts as application/offset+octet-stream.',
  ),
  too_many_open_uploads: tusError(
    429,
    'RESOURCE_EXHAUSTED',
    'A project has eight open at most: finish or end one first.',
  ),
} as const;
export type TusErrorName = keyof typeof TUS_ERRORS;
