/**
 * Signs and verifies as the Standard Webhooks specification requires, in both directions: HMAC-SHA256 of id, time and
 * body. The id is always the token of the run.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { RUNNER_LIMITS } from './limits.ts';

export const SIGNATURE_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
export type SignatureHeaders = Readonly<Record<(typeof SIGNATURE_HEADERS)[number], string>>;

export interface Signing {
  /** `whsec_…`. The first one signs. */
  readonly secrets: readonly string[];
  readonly token: string;
  /** Seconds since 1970. */
  readonly nowSeconds: number;
  /** Exactly the bytes of the body; empty for a look-up. */
  readonly body: string | Uint8Array;
}

/** Throws a TypeError without a secret. */
export function signRun({ secrets, token, nowSeconds, body }: Signing): SignatureHeaders {
  const [secret] = secrets;
  if (secret === undefined) throw new TypeError('a runner needs at least one secret');
  const time = String(Math.floor(nowSeconds));
  const signature = digestOf(secret, `${token}.${time}.`, body).toString('base64');
  return { 'webhook-id': token, 'webhook-timestamp': time, 'webhook-signature': `${VERSION}${signature}` };
}

export interface Verifying extends Signing {
  /** The values of the headers; null or undefined if there is none. */
  readonly header: (name: (typeof SIGNATURE_HEADERS)[number]) => string | null | undefined;
}

export type Verified =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: 'unsigned' | 'other_token' | 'stale' | 'forged' };

/** Any of the secrets may have signed. `stale`: the signature is right, and the time is more than five minutes off. */
export function verifyRun({ secrets, token, nowSeconds, body, header }: Verifying): Verified {
  const [id, time, signatures] = SIGNATURE_HEADERS.map(header);
  if (!id || !time || !signatures) return refused('unsigned');
  if (id !== token) return refused('other_token');
  if (!TIME.test(time) || signatures.length > SIGNATURES_CHARACTERS) return refused('forged');
  const given = signatures.split(' ').filter((each) => each.startsWith(VERSION));
  const expected = secrets.map((secret) => digestOf(secret, `${id}.${time}.`, body));
  const isSigned = given.some((each) => expected.some((own) => isSame(each.slice(VERSION.length), own)));
  if (!isSigned) return refused('forged');
  return Math.abs(nowSeconds - Number(time)) > RUNNER_LIMITS.toleranceSeconds ? refused('stale') : { ok: true };
}

const VERSION = 'v1,';
const TIME = /^\d{1,12}$/;
/** Dozens of signatures: more would only make the comparison slow. */
const SIGNATURES_CHARACTERS = 2_000;

const refused = (problem: Extract<Verified, { ok: false }>['problem']): Verified => ({ ok: false, problem });

const SECRET = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/;

/** Null unless the text is `whsec_` and the base64 of 24 to 64 bytes. */
export function runnerSecretProblem(text: string): string | null {
  return SECRET.test(text) ? null : 'must be whsec_ and the base64 of 24 to 64 bytes';
}

function digestOf(secret: string, before: string, body: string | Uint8Array): Buffer {
  const [, encoded] = SECRET.exec(secret) ?? [];
  if (encoded === undefined)
    throw new TypeError('a secret of a runner must be whsec_ and the base64 of 24 to 64 bytes');
  return createHmac('sha256', Buffer.from(encoded, 'base64')).update(before).update(body).digest();
}

/** Compares in constant time, so that the duration does not reveal where the values differ. */
function isSame(base64: string, own: Buffer): boolean {
  const given = Buffer.from(base64, 'base64');
  return given.length === own.length && base64 === given.toString('base64') && timingSafeEqual(given, own);
}
