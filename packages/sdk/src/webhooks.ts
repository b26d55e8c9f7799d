/** What a receiver of webhooks checks before it believes a message: the signature of the Standard Webhooks specification, and its time. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { FareboxError } from './errors.ts';
import { WEBHOOK_HEADERS, type components } from './generated/api.ts';

/** Of `execution.succeeded`, the execution that has succeeded: exactly what a poll answers. */
export type WebhookEvent = components['schemas']['WebhookEvent'] & {
  /** The same however often it is sent: keep it, and do nothing when it comes again. */
  readonly id: string;
};

/** Of a `Request`, or of a request of `node:http`. */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookMessage {
  readonly headers: WebhookHeaders;
  /** As it came: what was parsed and written again is another text. */
  readonly body: string | Uint8Array;
}

/** Of the specification. */
const TOLERANCE_SECONDS = 300;
const VERSION = 'v1,';
const SECRET = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/;

/**
 * The event of a message that one of the secrets has signed within the last five minutes. Throws a FareboxError `webhook_not_trusted`: answer 400 and do nothing.
 * @param secrets `whsec_…`; two while one is being replaced.
 */
export function verifyWebhook(secrets: string | readonly string[], { headers, body }: WebhookMessage): WebhookEvent {
  const [id, time, signatures] = WEBHOOK_HEADERS.map((name) => headerOf(headers, name));
  if (!id || !time || !signatures) throw refused('a header is missing');
  if (!/^\d{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > TOLERANCE_SECONDS)
    throw refused('its time is not now');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const given = signatures.split(' ').filter((each) => each.startsWith(VERSION));
  const expected = [secrets].flat().map((secret) => signatureOf(secret, `${id}.${time}.${text}`));
  const isSigned = given.some((each) => expected.some((own) => isSame(each.slice(VERSION.length), own)));
  if (!isSigned) throw refused('no secret has signed it');
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
  if (encoded === undefined) throw new TypeError('a secret of webhooks is whsec_ and base64');
  const key = Uint8Array.from(atob(encoded), (character) => character.codePointAt(0) ?? 0);
  return btoa(String.fromCodePoint(...hmac(sha256, key, utf8ToBytes(message))));
}

/** Looks at all of it, so that the time it takes says nothing of where they differ. */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
