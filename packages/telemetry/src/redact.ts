/**
 * Removes secrets from a finished log line, whatever object or message contained them. It works on the line and not on
 * named fields, because a secret leaks through a field that is not in the list.
 */
const REDACTED = '[redacted]';

/** A JSON string up to its end, including escapes. */
const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const SECRET_FIELDS = 'authorization|proxy-authorization|cookie|set-cookie|x-api-key|password|secret|pepper';
const FIELD = new RegExp(`("[^"\\\\]{0,64}?(?:${SECRET_FIELDS})"\\s*:\\s*)(?:${STRING}|\\[[^\\]]*\\])`, 'gi');
/** Like FIELD, for JSON that was logged as text: a name and its value between escaped quotes. */
const ESCAPED_FIELD = new RegExp(`((?:${SECRET_FIELDS})\\\\+"\\s*:\\s*\\\\+")(?:[^"\\\\]|\\\\+[^"\\\\])*`, 'gi');
const BEARER = /(bearer)(?:\s|\\[nrt])+[^\s"\\,;]+/gi;
/** Matches only text that looks like base64, because "basic" is also an ordinary word. */
const BASIC = /(basic)\s+[A-Za-z0-9+/_-]{16,}={0,2}/gi;
/** No word boundary before the prefix: a key directly after other text is still a key. */
const API_KEY = /fb_[A-Za-z0-9_]+/g;
/** Tokens of sessions, invitations, webhooks and external services. */
const TOKEN = /\b(eyJ[\w-]{8,}\.[\w-]+\.[\w-]+|fbinv_\w+|whsec_[\w+/=]+|(?:sk|r8)[-_][\w-]{20,})/g;
/** The address of an upload or of an event stream is the permission to use it. A sealed segment is longer than any id. */
const SEALED = /\/[A-Za-z0-9_-]{60,}/g;
const URL_PASSWORD = /(:\/\/[^\s:@/"\\]*):[^\s@/"\\]+@/g;
const QUERY = /\?(?:[^\s"\\]|\\.)+/g;
const SIGNED = /(?:signature|sig|token|credential)=/i;

export function redactLine(line: string): string {
  return line
    .replace(FIELD, `$1"${REDACTED}"`)
    .replace(ESCAPED_FIELD, `$1${REDACTED}`)
    .replace(BEARER, `$1 ${REDACTED}`)
    .replace(BASIC, `$1 ${REDACTED}`)
    .replace(API_KEY, `fb_${REDACTED}`)
    .replace(TOKEN, REDACTED)
    .replace(SEALED, `/${REDACTED}`)
    .replace(URL_PASSWORD, `$1:${REDACTED}@`)
    .replace(QUERY, (query) => (SIGNED.test(query) ? `?${REDACTED}` : query));
}
