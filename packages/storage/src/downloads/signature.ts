/**
 * The signature of a download URL: HMAC-SHA-256 over everything that the URL states. The input is a JSON list, so that
 * no field can shift into its neighbour. A label separates other uses of the secret.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { invariant } from '@farebox/kernel';

export interface DownloadClaim {
  readonly key: string;
  /** Expiry in Unix seconds. */
  readonly expires: number;
  readonly mimeType: string;
  readonly fileName: string;
}

const LABEL = 'farebox-download-1';
const SECRET_MIN = 32;

export function checkSecret(urlSecret: string): void {
  invariant(urlSecret.length >= SECRET_MIN, `the URL secret has at least ${SECRET_MIN} characters`);
}

export function signDownload(urlSecret: string, claim: DownloadClaim): string {
  const { key, expires, mimeType, fileName } = claim;
  return createHmac('sha256', urlSecret)
    .update(JSON.stringify([LABEL, key, expires, mimeType, fileName]))
    .digest('base64url');
}

/** Constant time in the content of the signature. */
export function isSignature(urlSecret: string, claim: DownloadClaim, signature: string): boolean {
  const expected = Buffer.from(signDownload(urlSecret, claim));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
