/**
 * Encrypts values in URLs and rows. A download URL contains the object's key encrypted, because URLs are forwarded and
 * a key names project and execution. AES-256-GCM with a key derived from the URL secret and the purpose. A value with a
 * changed byte does not decrypt.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { invariant, secretsIn } from '@farebox/kernel';

const ALGORITHM = 'aes-256-gcm';
const [IV_BYTES, TAG_BYTES, KEY_BYTES] = [12, 16, 32] as const;
const DOWNLOAD_KEY = 'farebox-download-key-1';
const SEALED = /^[A-Za-z0-9_-]{40,1600}$/;

export interface Seal {
  readonly seal: (text: string) => string;
  /** Null for a value that was not encrypted with one of the secrets, for this purpose. */
  readonly open: (sealed: string) => string | null;
  /** The same value under the first secret; null if it is under that already, or under none. */
  readonly renew: (sealed: string) => string | null;
}

export const createKeySeal = (urlSecret: string): Seal => createSeal(urlSecret, DOWNLOAD_KEY);

/** @param urlSecrets the setting: the first secret encrypts, each one decrypts. @param purpose values of another one do not decrypt. */
export function createSeal(urlSecrets: string, purpose: string): Seal {
  const [first, ...others] = secretsIn(urlSecrets).map((urlSecret) =>
    Buffer.from(hkdfSync('sha256', urlSecret, '', purpose, KEY_BYTES)),
  );
  invariant(first !== undefined, 'a list of secrets is never empty');
  const seal = (text: string): string => sealed(first, text);
  const openBy = (secrets: readonly Buffer[], text: string): string | null => {
    if (!SEALED.test(text)) return null;
    const bytes = Buffer.from(text, 'base64url');
    return secrets.reduce<string | null>((found, secret) => found ?? opened(secret, bytes), null);
  };
  return {
    seal,
    open: (text) => openBy([first, ...others], text),
    renew: (text) => {
      const value = openBy([first], text) === null ? openBy(others, text) : null;
      return value === null ? null : seal(value);
    },
  };
}

function sealed(secret: Buffer, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, secret, iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
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
