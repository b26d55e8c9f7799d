/**
 * Encrypts values in URLs and rows. A download URL contains the object's key encrypted, because URLs are forwarded and
 * a key names project and execution. AES-256-GCM with a key derived from the URL secret and the purpose. A value with a
 * changed byte does not decrypt.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const [IV_BYTES, TAG_BYTES, KEY_BYTES] = [12, 16, 32] as const;
const DOWNLOAD_KEY = 'farebox-download-key-1';
const SEALED = /^[A-Za-z0-9_-]{40,1600}$/;

export interface Seal {
  readonly seal: (text: string) => string;
  /** Null for a value that was not encrypted with this secret and purpose. */
  readonly open: (sealed: string) => string | null;
}

export const createKeySeal = (urlSecret: string): Seal => createSeal(urlSecret, DOWNLOAD_KEY);

/** @param purpose a value encrypted for one purpose does not decrypt for another. */
export function createSeal(urlSecret: string, purpose: string): Seal {
  const secret = Buffer.from(hkdfSync('sha256', urlSecret, '', purpose, KEY_BYTES));
  return {
    seal: (text) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, secret, iv);
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      );
    },
    open: (sealed) => (SEALED.test(sealed) ? opened(secret, Buffer.from(sealed, 'base64url')) : null),
  };
}

function opened(secret: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv(ALGORITHM, secret, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
