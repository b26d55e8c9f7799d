/**
 * URLs that accept one upload without a key. The URL contains its whole permission, sealed with the URL secret: its bearer
 * can neither read nor change it, and any gateway opens the URLs of any other. Making one writes nothing.
 */
import { randomBytes } from 'node:crypto';
import type { UploadOnce } from '@farebox/files';
import type { ExpectedFile } from '@farebox/media';
import { createSeal } from '@farebox/storage';

export interface UploadPermission extends ExpectedFile {
  /** Public id of the key that made the URL; the URL ends with it. */
  readonly keyPublicId: string;
  readonly once: UploadOnce;
}

export interface UploadAddresses {
  readonly urlOf: (permission: UploadPermission) => string;
  /** Returns null for a URL that was not sealed with this secret. Only the database knows if it has expired. */
  readonly open: (address: string) => UploadPermission | null;
}

/** Relative to the base path. */
const UPLOADS_PATH = '/uploads/';
/** Keeps the seal of a download from being valid here. */
const PURPOSE = 'farebox-upload-url-1';

/** @param publicUrl base URL of the gateway that clients use. */
export function createUploadAddresses({
  publicUrl,
  urlSecret,
}: {
  readonly publicUrl: URL;
  readonly urlSecret: string;
}): UploadAddresses {
  const { seal, open } = createSeal(urlSecret, PURPOSE);
  const base = publicUrl.href.replace(/(?<!\/)\/+$/, '');
  return {
    urlOf: (permission) => `${base}${UPLOADS_PATH}${seal(encoded(permission))}`,
    open: (address) => {
      const text = open(address);
      return text === null ? null : decoded(text);
    },
  };
}

type Sealed = readonly [
  id: string,
  endsMs: number,
  keyPublicId: string,
  mimeType: UploadPermission['mimeType'],
  sizeBytesMin: number,
  sizeBytesMax: number,
  sha256: string | null,
];

export const newUploadId = (): string => randomBytes(16).toString('base64url');

function encoded({ once, keyPublicId, mimeType, sizeBytesMin, sizeBytesMax, sha256 }: UploadPermission): string {
  const sealed: Sealed = [once.id, once.expiresAt.getTime(), keyPublicId, mimeType, sizeBytesMin, sizeBytesMax, sha256];
  return JSON.stringify(sealed);
}

/** Needs no validation: the seal proves that a gateway wrote the text. */
function decoded(text: string): UploadPermission {
  const [id, endsMs, keyPublicId, mimeType, sizeBytesMin, sizeBytesMax, sha256] = JSON.parse(text) as Sealed;
  return { once: { id, expiresAt: new Date(endsMs) }, keyPublicId, mimeType, sizeBytesMin, sizeBytesMax, sha256 };
}
