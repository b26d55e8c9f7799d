/** Makes a URL at which one file can be uploaded without a key. It is a secret: only the client gets it. */
import { invalidRequest, LIMITS, type UploadUrl, type UploadUrlRequest } from '@farebox/contract';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handler } from '../endpoint/handler.ts';
import { checkedBody } from '../endpoint/validation.ts';
import { newUploadId } from '../upload/upload-addresses.ts';

export const createUploadUrl =
  ({ files, uploadAddresses }: Pick<Dependencies, 'files' | 'uploadAddresses'>): Handler<'createUploadUrl'> =>
  async ({ identity, body }) => {
    const request = checkedBody('createUploadUrl', body);
    const { mimeType, sha256 = null, expiresInSeconds = LIMITS.uploadUrlSeconds } = request;
    const sizes = sizesOf(request);
    const once = { id: newUploadId(), expiresAt: await files.endOfUploadUrl(expiresInSeconds) };
    const data: UploadUrl = {
      uploadUrl: uploadAddresses.urlOf({ ...sizes, once, mimeType, sha256, keyPublicId: identity.key.publicId }),
      method: 'PUT',
      headers: { 'Content-Type': mimeType },
      sizeBytesMax: sizes.sizeBytesMax,
      expiresAt: once.expiresAt.toISOString(),
    };
    return { status: 200, data };
  };

/** Requires one of the two sizes, so that a client decides deliberately. */
function sizesOf({ sizeBytes, sizeBytesMax }: UploadUrlRequest) {
  if (sizeBytes !== undefined && sizeBytesMax === undefined)
    return { sizeBytesMin: sizeBytes, sizeBytesMax: sizeBytes };
  if (sizeBytes === undefined && sizeBytesMax !== undefined) return { sizeBytesMin: 1, sizeBytesMax };
  throw invalidRequest({ '/sizeBytes': 'either this or sizeBytesMax is required' });
}
