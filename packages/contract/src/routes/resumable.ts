/**
 * Resumable uploads by tus 1.0.0. Methods, status codes and headers are those of tus and not of this contract's route table, so they are
 * declared beside ROUTES. Errors have the envelope and the words of the contract.
 */
export const TUS = {
  version: '1.0.0',
  extensions: ['creation', 'expiration', 'termination'],
  path: '/resumable-uploads',
  /** Only these types can exceed 12 MiB. Images cannot, because the service checks an image as a whole. */
  mimeTypes: ['audio/wav', 'audio/mpeg', 'audio/mp4', 'video/mp4'],
  scope: 'tools:execute',
  /** Names the method of a request whose sender or network allows only POST. */
  methodHeader: 'X-HTTP-Method-Override',
  /** Headers that web pages send and read besides those of the API (CORS). */
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

/** Not retryable: sending the same request again would fail again. */
const tusError = <H extends number, S extends string>(http: H, status: S, advice: string) => ({
  http,
  status,
  advice,
  retryable: false,
});

/** Errors for which tus prescribes its own status codes. `message` is the stable reason, `advice` tells the client how to proceed. */
export const TUS_ERRORS = {
  upload_not_found: tusError(404, 'NOT_FOUND', 'The upload is unknown, expired or was ended. Start a new upload.'),
  upload_offset_conflict: tusError(409, 'ABORTED', 'Read the offset with HEAD and continue from there.'),
  tus_version_unsupported: tusError(412, 'FAILED_PRECONDITION', 'Send Tus-Resumable: 1.0.0.'),
  upload_too_large: tusError(
    413,
    'INVALID_ARGUMENT',
    'Send at most Tus-Max-Size, and no more than Upload-Length declared.',
  ),
  upload_media_type: tusError(
    415,
    'INVALID_ARGUMENT',
    'Declare audio/wav, audio/mpeg, audio/mp4 or video/mp4, and send the bytes as application/offset+octet-stream.',
  ),
  too_many_open_uploads: tusError(
    429,
    'RESOURCE_EXHAUSTED',
    'A project can have eight open resumable uploads, an organization 32. Finish or end one first.',
  ),
} as const;
export type TusErrorName = keyof typeof TUS_ERRORS;
