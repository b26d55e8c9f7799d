/**
 * The signature of a download URL: HMAC-SHA-256 over everything that the URL states. The input is a JSON list, so that
 * no field can shift into its neighbour. A label separates other uses of the secret.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { invariant, secretsIn } from '@farebox/kernel';

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
  const isLong = secretsIn(urlSecret).every(({ length }) => length >= SECRET_MIN);
  invariant(isLong, `each URL secret has at least ${SECRET_MIN} characters`);
}

/** By the first of the secrets. */
export const signDownload = (urlSecrets: string, claim: DownloadClaim): string =>
  signatureOf(secretsIn(urlSecrets)[0], claim);

function signatureOf(urlSecret: string, claim: DownloadClaim): string {
  const { key, expires, mimeType, fileName } = claim;
  return createHmac('sha256', urlSecret)
    .update(JSON.stringify([LABEL, key, expires, mimeType, fileName]))
    .digest('base64url');
}

/** Whether any of the secrets made it. Constant time in the content of the signature. */
export function isSignature(urlSecrets: string, claim: DownloadClaim, signature: string): boolean {
  const given = Buffer.from(signature);
  return secretsIn(urlSecrets).some((urlSecret) => {
    const expected = Buffer.from(signatureOf(urlSecret, claim));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
