/** Verifies webhooks: the signature of the Standard Webhooks specification, and the timestamp. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { FareboxError } from './errors.ts';
import { WEBHOOK_HEADERS, type components } from './generated/api.ts';

/** `data` is the execution, exactly as a read of it returns. */
export type WebhookEvent = components['schemas']['WebhookEvent'] & {
  /** The same for every delivery of the event. Store it, and ignore an id that you have processed. */
  readonly id: string;
};

/** The headers of a `Request`, or of a `node:http` request. */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookMessage {
  readonly headers: WebhookHeaders;
  /** The raw body. JSON that was parsed and serialized again has another signature. */
  readonly body: string | Uint8Array;
}

/** The tolerance of Standard Webhooks. */
const TOLERANCE_SECONDS = 300;
const VERSION = 'v1,';
const SECRET = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/;

/**
 * Returns the event if one of the secrets has signed it within the last five minutes. Throws a FareboxError `webhook_not_trusted`: respond with 400.
 * @param secrets `whsec_…`; two while a secret is being replaced.
 */
export function verifyWebhook(secrets: string | readonly string[], { headers, body }: WebhookMessage): WebhookEvent {
  const [id, time, signatures] = WEBHOOK_HEADERS.map((name) => headerOf(headers, name));
  if (!id || !time || !signatures) throw refused('a header is missing');
  if (!/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > TOLERANCE_SECONDS)
    throw refused('the timestamp is more than five minutes off');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const given = signatures.split(' ').filter((each) => each.startsWith(VERSION));
  const expected = [secrets].flat().map((secret) => signatureOf(secret, `${id}.${time}.${text}`));
  const isSigned = given.some((each) => expected.some((own) => isSame(each.slice(VERSION.length), own)));
  if (!isSigned) throw refused('no secret matches the signature');
  return { ...(JSON.parse(text) as Omit<WebhookEvent, 'id'>), id } as WebhookEvent;
}

const refused = (reason: string): FareboxError => new FareboxError('webhook_not_trusted', { details: { reason } });

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return typeof value === 'string' ? value : value?.[0];
}

function signatureOf(secret: string, message: string): string {
  const [, encoded] = SECRET.exec(secret) ?? [];
  if (encoded === undefined) throw new TypeError('a webhook secret must be whsec_ followed by base64');
  const key = Uint8Array.from(atob(encoded), (character) => character.codePointAt(0) ?? 0);
  return btoa(String.fromCodePoint(...hmac(sha256, key, utf8ToBytes(message))));
}

/** Compares in constant time, so that the duration does not reveal where the texts differ. */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
